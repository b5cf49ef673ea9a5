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
  /** Steps made at run time, by the id of the step that delegated them. */
  children: Map<string, number[]>;
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

/** The plan with one more step behind all others. Its graph grows from the old one instead of being built again. */
export function extendPlan(plan: Plan, step: PlanStep): Plan {
  const next = { ...plan, steps: [...plan.steps, step] };
  const grown = extend(graphOf(plan), plan.steps, step);
  if (grown) graphs.set(next, grown);
  return next;
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
  return { position, needs, neededBy, rank: rankOf(needs, neededBy), children: childrenIn(steps) };
}

function childrenIn(steps: readonly PlanStep[]): Map<string, number[]> {
  const children = new Map<string, number[]>();
  steps.forEach(({ parent }, at) => {
    if (parent === undefined) return;
    const siblings = children.get(parent);
    if (siblings) siblings.push(at);
    else children.set(parent, [at]);
  });
  return children;
}

/** Null when the new step changes what older ones need, so that the graph has to be built anew. */
function extend(graph: PlanGraph, steps: readonly PlanStep[], step: PlanStep): PlanGraph | null {
  const at = steps.length;
  const positionOf = (id: string) => graph.position.get(id) ?? -1;
  const reviewed = step.reviewOf === undefined ? undefined : positionOf(step.reviewOf);
  const isReview = (other: number) => steps[other]?.reviewOf === step.reviewOf;
  if (graph.position.has(step.id)) return null;
  if (reviewed !== undefined && !(graph.neededBy[reviewed] ?? []).every(isReview)) return null;
  const needs = new Set<number>(step.dependsOn.map(positionOf));
  if (!step.eager) {
    for (const id of step.dependsOn) {
      if (id === step.reviewOf) continue;
      for (const other of graph.neededBy[positionOf(id)] ?? [])
        if (steps[other]?.reviewOf === id) needs.add(other);
    }
  }
  if (reviewed !== undefined) needs.add(reviewed);
  const neededBy = [...graph.neededBy, []];
  for (const need of needs) if (need >= 0) neededBy[need] = [...(neededBy[need] ?? []), at];
  const children = new Map(graph.children);
  if (step.parent !== undefined) children.set(step.parent, [...(children.get(step.parent) ?? []), at]);
  return {
    position: new Map(graph.position).set(step.id, at),
    needs: [...graph.needs, [...needs]],
    neededBy,
    rank: [...graph.rank, at],
    children,
  };
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
