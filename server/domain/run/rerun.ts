import { sameJson } from '../json';
import { downstreamOf, graphOf, planStep } from './graph';
import type { Plan, PlanStep } from './plan';
import type { Reused } from './rerun-facts';
import { isEnded, type RunState, stepIn } from './state';

/*
 * Running again. A re-run is a run of its own: own journal, own cap, own rights, linked to the ended run whose goal and
 * project it has. `from` a slot: that slot and everything downstream of it is done again; whatever else was accepted
 * in the source is done from the start, with a copy of its output. A person may edit such an output: what was made of
 * the old words is made again, but for reviews of it: the person answers for it. Where the output has to be approved,
 * the new words wait for that, so that four eyes still see them. Without a slot and without edits everything is done
 * again.
 *
 * Another version's plan takes an output over where it has the same step, reviewing the same, under the same approvals
 * and the same contract's schema, and where everything that the step needs is taken over too; other steps run. A
 * handoff has no order to begin in the middle of: it is repeated as a whole.
 */

/** Why a source cannot be repeated so. */
export type RerunRefusal =
  | 'source_not_ended'
  | 'slot_unknown'
  | 'handoff_from_slot'
  /** The slot's accepted output is no part of the new run, or there is none. */
  | 'edit_not_reused'
  /** A verdict is a reviewer's own. */
  | 'edit_of_review';

export type Rerun = { from?: string | undefined; edits: ReadonlySet<string> };

/** Ids of the steps of `plan` that are done from the start, in plan order; or why not, with the slot it is about. */
export function reusedSteps(
  source: RunState,
  plan: Plan,
  { from, edits }: Rerun,
): { reused: string[] } | { refusal: RerunRefusal; slot?: string } {
  if (!isEnded(source) || !source.plan) return { refusal: 'source_not_ended' };
  if (from === undefined && edits.size === 0) return { reused: [] };
  if (plan.handoff) return { refusal: 'handoff_from_slot' };
  const graph = graphOf(plan);
  const start = from === undefined ? undefined : graph.position.get(from);
  if (from !== undefined && start === undefined) return { refusal: 'slot_unknown', slot: from };
  const again = new Set<number>(start === undefined ? [] : [start, ...downstreamOf(graph, start)]);
  for (const id of edits) {
    const at = graph.position.get(id);
    if (at === undefined) return { refusal: 'slot_unknown', slot: id };
    if (plan.steps[at]?.reviewOf !== undefined) return { refusal: 'edit_of_review', slot: id };
    for (const next of graph.neededBy[at] ?? []) {
      if (plan.steps[next]?.reviewOf === id) continue;
      for (const one of [next, ...downstreamOf(graph, next)]) again.add(one);
    }
  }
  const kept = keptOf(source, plan, again);
  const lost = [...edits].find((id) => !kept.has(id));
  if (lost !== undefined) return { refusal: 'edit_not_reused', slot: lost };
  return { reused: plan.steps.flatMap(({ id }) => (kept.has(id) ? [id] : [])) };
}

/** Steps outside `again` that the source has accepted, as far as everything that they need is kept as well. */
function keptOf(source: RunState, plan: Plan, again: ReadonlySet<number>): Set<string> {
  const { needs, rank } = graphOf(plan);
  const kept = new Set<string>();
  const order = plan.steps.map((_, at) => at).sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
  for (const at of order) {
    const { id } = plan.steps[at]!;
    const done = stepIn(source, id);
    const before = source.plan && planStep(source.plan, id);
    if (again.has(at) || done?.status !== 'completed' || done.artifactId === undefined) continue;
    if (!before || before.parent !== undefined || !isSame(before, plan.steps[at]!)) continue;
    if ((needs[at] ?? []).every((need) => kept.has(plan.steps[need]?.id ?? ''))) kept.add(id);
  }
  return kept;
}

/** Both promise the same to the same people: what was accepted of the one is accepted of the other. */
const isSame = (a: PlanStep, b: PlanStep): boolean =>
  a.reviewOf === b.reviewOf &&
  sameJson(a.gate ?? {}, b.gate ?? {}) &&
  sameJson(a.contractSchema ?? null, b.contractSchema ?? null);

/** A person's words for an output that is to be approved. */
export const asksAgain = (plan: Plan, { stepId, editedBy }: Reused): boolean =>
  editedBy !== undefined && planStep(plan, stepId)?.gate?.after === true;
