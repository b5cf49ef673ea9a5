import { createHash } from 'node:crypto';
import { DomainError } from '@domain/errors';
import type { RunStarted } from '@domain/run/form';
import type { StartMaterial } from '../../db/journal/start';

export const START_PROCEDURE = 'run.start';
export const RERUN_PROCEDURE = 'run.rerun';
export const REHEARSE_PROCEDURE = 'version.rehearse';

/** The parsed input without its key, with keys in one order: what "the same input" means. */
export function inputHash<Input extends { idempotencyKey: string }>({
  idempotencyKey: _,
  ...input
}: Input): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(input)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}

/**
 * The run that this person has started with this key, or null. @throws unprocessable `idempotency_key_reused` when
 * the key was used with another input.
 */
export function replayOf(replay: StartMaterial['replay'], hash: string): RunStarted | null {
  if (!replay) return null;
  if (replay.inputHash !== hash) {
    throw new DomainError('unprocessable', 'This idempotency key was used with another input', {
      reason: 'idempotency_key_reused',
    });
  }
  return { runId: replay.id, status: replay.status, replayed: true };
}
