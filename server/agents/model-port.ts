import { env } from '../env';
import { demoModel } from './demo/model';
import type { ModelPort } from './port';
import type { ProviderAddress } from './providers/language-model';
import type { CallLimits } from './providers/provider-fetch';
import { sdkPort } from './providers/sdk-port';

/** A provider connection with its key in clear: kept no longer than the call. */
export type ModelConnection = ProviderAddress | { kind: 'demo' };

export type PortOptions = CallLimits & {
  /** Of the demo model, in ms; default from the environment. */
  wordDelayMs?: number;
};

/** The way to the models of a provider connection. */
export function modelPort(connection: ModelConnection, options: PortOptions = {}): ModelPort {
  if (connection.kind === 'demo') {
    return demoModel({ wordDelayMs: options.wordDelayMs ?? env().TROUPE_DEMO_WORD_MS });
  }
  return sdkPort(connection, options);
}
