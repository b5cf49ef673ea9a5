import { backend } from '../queue/connection';
import { openPostgresBus } from './postgres-bus';
import { openRedisBus } from './redis-bus';
import type { Bus } from './signals';

export type { AbortSignalled, Bus, RunHandlers, RunRef, Subscription, TextPiece } from './signals';

let processBus: Bus | undefined;

/** The process's bus, on the back end that the environment names. */
export function bus(): Bus {
  processBus ??= open();
  return processBus;
}

function open(): Bus {
  const where = backend();
  return where.kind === 'redis' ? openRedisBus(where.url) : openPostgresBus(where.url);
}

export async function closeBus(): Promise<void> {
  const current = processBus;
  processBus = undefined;
  await current?.close();
}
