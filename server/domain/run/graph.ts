import type { Plan, PlanStep } from './plan';

/** Positions are indices into `plan.steps`; −1 stands for a step that the plan does not have and is never done. */
export type PlanGraph = {
  position: Map<string, number>;
  /** Everything that must be completed before the step may start, reviews of its inputs included. */
  needs: number[][];
  /** The reverse of `needs`. */
  neededBy: number[][];
  /** Rank in a topological order. */
  rank: number[];
};

const graphs = new WeakMap<Plan, PlanGraph>();

/** The plan's adjacency, built once for each plan object. */
export function graphOf(plan: Plan): PlanGraph {
  const known = graphs.get(plan);
  if (known) return known;
  const graph = build(plan.steps);
  graphs.set(plan, graph);
  return graph;
}

/** The plan's step in O(1). */
export function planStep(plan: Plan, id: string): PlanStep | undefined {
  const position = graphOf(plan).position.get(id);
  return position === undefined ? undefined : plan.steps[position];
}

/** Positions of everything downstream of `start`, without it, in topological order. */
export function downstreamOf(graph: PlanGraph, start: number): number[] {
  const seen = new Set<number>([start]);
  const queue = [start];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const next of graph.neededBy[at] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  seen.delete(start);
  return [...seen].sort((a, b) => (graph.rank[a] ?? 0) - (graph.rank[b] ?? 0));
}

function build(steps: readonly PlanStep[]): PlanGraph {
  const position = new Map(steps.map((step, at) => [step.id, at]));
  const at = (id: string) => position.get(id) ?? -1;
  const reviews: number[][] = steps.map(() => []);
  steps.forEach((step, reviewer) => {
    if (step.reviewOf !== undefined) reviews[at(step.reviewOf)]?.push(reviewer);
  });
  const needs = steps.map((step) => {
    const all = new Set<number>(step.dependsOn.map(at));
    if (!step.eager) {
      for (const id of step.dependsOn) {
        if (id !== step.reviewOf) for (const review of reviews[at(id)] ?? []) all.add(review);
      }
    }
    if (step.reviewOf !== undefined) all.add(at(step.reviewOf));
    return [...all];
  });
  const neededBy: number[][] = steps.map(() => []);
  needs.forEach((all, dependent) => {
    for (const need of all) neededBy[need]?.push(dependent);
  });
  return { position, needs, neededBy, rank: rankOf(needs, neededBy) };
}

/** Kahn's order; what stands on a cycle gets the last rank, so a broken plan is still walked to an end. */
function rankOf(needs: number[][], neededBy: number[][]): number[] {
  const open = needs.map((all) => all.length);
  const rank = needs.map(() => needs.length);
  const queue = open.flatMap((count, at) => (count === 0 ? [at] : []));
  for (let next = 0; next < queue.length; next++) {
    const at = queue[next]!;
    rank[at] = next;
    for (const dependent of neededBy[at] ?? []) {
      open[dependent]! -= 1;
      if (open[dependent] === 0) queue.push(dependent);
    }
  }
  return rank;
}
