import { graphOf } from '@domain/run/graph';
import type { Plan } from '@domain/run/plan';

/** More agents than this are not read ahead: a wide fan-out goes through the queue. */
const MOST = 4;

/** Agents of the steps that may become ready by this step's outcome: what needs it, what it reviews, whom it may hand over to. */
export function likelyNext(plan: Plan, stepId: string): string[] {
  const graph = graphOf(plan);
  const at = graph.position.get(stepId) ?? -1;
  const behind = (graph.neededBy[at] ?? []).slice(0, MOST);
  const reviewed = graph.position.get(plan.steps[at]?.reviewOf ?? '');
  const handedTo = (plan.handoff?.edges ?? []).filter(({ from }) => from === stepId).slice(0, MOST);
  behind.push(...handedTo.flatMap(({ to }) => graph.position.get(to) ?? []));
  const positions = reviewed === undefined ? behind : [...behind, reviewed];
  return positions.flatMap((position) => plan.steps[position]?.agentId ?? []);
}
