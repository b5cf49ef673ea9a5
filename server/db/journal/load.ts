import { apply } from '@domain/run/apply';
import type { Fact } from '@domain/run/fact';
import { initialState, RULES_VERSION, type RunState } from '@domain/run/state';
import type { RunRef } from './payload';

/** A folded run: used only when its `seq` is the locked row's, replaced only after a commit. */
export type Folded = { rootId: string; state: RunState };

/** Anything that runs one statement: a pool, a client, or a Prisma transaction behind an adapter. */
export type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** Folds a run from its newest snapshot, or from `known` on. Null: there is no such run in this tenant. */
export async function loadRun(query: Query, ref: RunRef, known?: Folded): Promise<Folded | null> {
  const [row] = await query('SELECT engine_load($1::uuid, $2::uuid, $3::int, $4::int) AS run', [
    ref.orgId,
    ref.runId,
    known?.state.seq ?? null,
    RULES_VERSION,
  ]);
  const run = row?.run as { root: string; snapshot: RunState | null; facts: Fact[] } | null;
  if (!run) return null;
  const from = known?.state ?? run.snapshot ?? initialState();
  return { rootId: run.root, state: run.facts.reduce(apply, from) };
}
