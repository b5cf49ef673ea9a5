import { createHash } from 'node:crypto';
import { DomainError } from '@domain/errors';
import type { RunStart, RunStarted } from '@domain/run/form';
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';

export const START_PROCEDURE = 'run.start';

/** The parsed input without its key, with keys in one order: what "the same input" means. */
export function inputHash({ idempotencyKey: _, ...input }: RunStart): string {
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
export async function replayOf(tx: Tx, ctx: Ctx, input: RunStart): Promise<RunStarted | null> {
  const found = await tx.run.findFirst({
    where: { startedBy: ctx.userId, procedure: START_PROCEDURE, idempotencyKey: input.idempotencyKey },
    select: { id: true, status: true, inputHash: true },
  });
  if (!found) return null;
  if (found.inputHash !== inputHash(input)) {
    throw new DomainError('unprocessable', 'This idempotency key was used with another input', {
      reason: 'idempotency_key_reused',
    });
  }
  return { runId: found.id, status: found.status, replayed: true };
}
