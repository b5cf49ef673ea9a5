import { notFound } from '@domain/errors';
import { RunRerun, type RunStart, type RunStarted } from '@domain/run/form';
import type { RunState } from '@domain/run/state';
import { readRun } from '../../db/journal/append';
import { tenantTx } from '../../db/tenant';
import { env } from '../../env';
import { type Ctx, tenantOf } from '../context';
import type { Again, Kept } from './again';
import { inputHash, RERUN_PROCEDURE } from './idempotency';
import { keepFrom } from './keep';
import { loadRun } from './load';
import { orderRun } from './start';

/**
 * Runs an ended run's goal again in its project: all of it, or from a slot, with accepted outputs before it taken over
 * as they were or in a person's words, under its own version or another applied one. It is a start like any other:
 * rights, bindings, prices, caps, idempotency. The audit row of the start says what was repeated and edited.
 * @throws as `startRun`; not_found, forbidden for the source; conflict `source_not_ended`; unprocessable
 * `slot_unknown` · `handoff_from_slot` · `edit_not_reused` · `edit_of_review` · `contract_invalid`
 */
export async function rerunRun(ctx: Ctx, raw: RunRerun): Promise<RunStarted> {
  const input = RunRerun.parse(raw);
  const { userId } = ctx;
  if (!userId) throw notFound();
  const source = await readSource(ctx, input.runId);
  const edits = new Map(input.edits.map(({ slotId, text }) => [slotId, text]));
  const { from } = input;
  const keep: Again['keep'] = (plan) => keepFrom(source, plan, from, edits, userId);
  const again = repeat(
    input.runId,
    source,
    from !== undefined || edits.size > 0 ? 'partial' : 'normal',
    keep,
    {
      ...(from !== undefined && { from }),
      ...(edits.size > 0 && { edited: [...edits.keys()] }),
    },
  );
  const start = startOf(source, input);
  return orderRun(ctx, userId, { procedure: RERUN_PROCEDURE, hash: inputHash(input), input: start, again });
}

/** The folded source, when the caller may read it. @throws not_found, forbidden */
export async function readSource(ctx: Ctx, runId: string): Promise<RunState & { teamId: string }> {
  await tenantTx(tenantOf(ctx), (tx) => loadRun(tx, ctx, runId));
  const state = await readRun({ orgId: ctx.orgId, runId });
  if (!state || state.teamId === undefined) throw notFound();
  return { ...state, teamId: state.teamId };
}

type Changes = Pick<RunStart, 'idempotencyKey' | 'version' | 'bindings' | 'budgetMicros' | 'atLimit'>;

/** The start that the source was, with these changes. */
export function startOf(source: RunState & { teamId: string }, changes: Changes): RunStart {
  const { goal, projectId, teamId, teamVersion, grantMicros, capMicros, atLimit } = source;
  const {
    idempotencyKey,
    version = teamVersion,
    bindings,
    budgetMicros = grantMicros ?? capMicros,
  } = changes;
  const limit = changes.atLimit ?? atLimit;
  return {
    ...{ projectId, teamId, goal, budgetMicros, idempotencyKey },
    ...(version !== undefined && { version }),
    ...(bindings && { bindings }),
    ...(limit && { atLimit: limit }),
  };
}

/** How a start repeats `source`. */
export function repeat(
  sourceId: string,
  source: RunState,
  kind: Again['kind'],
  keep: Again['keep'],
  told: { from?: string; edited?: string[] } = {},
): Again {
  const { from } = told;
  const rerunOf = { runId: sourceId, ...(from !== undefined && { from }) };
  return {
    kind,
    bindings: source.bindings,
    keep,
    fact: { rerunOf, ...(kind === 'trial' && { trial: true }) },
    columns: { rerunOf: sourceId, kind },
    rows: ({ copies, dirs }: Kept) => ({
      ...(copies.length > 0 && { copies }),
      carry: { dirs, hours: env().TROUPE_SCRATCH_TTL_HOURS },
    }),
    audit: { rerunOf: sourceId, ...(kind !== 'normal' && { kind }), ...told },
  };
}
