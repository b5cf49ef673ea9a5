import type { Plan, PlanStep } from '@domain/run/plan';

export type Placed = { step: PlanStep; column: number; row: number };
export type Layout = { placed: Placed[]; columns: number; rows: number };

/** Each step one column right of the last thing it needs; a reviewer needs what it reviews. */
export function layoutPlan(plan: Plan): Layout {
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const column = new Map<string, number>();
  const place = (step: PlanStep, seen: ReadonlySet<string>): number => {
    const known = column.get(step.id);
    if (known !== undefined) return known;
    let at = 0;
    for (const id of needs(step)) {
      const before = byId.get(id);
      if (before && !seen.has(id)) at = Math.max(at, place(before, new Set([...seen, step.id])) + 1);
    }
    column.set(step.id, at);
    return at;
  };
  const used: number[] = [];
  const placed = plan.steps.map((step) => {
    const at = place(step, new Set());
    const row = used[at] ?? 0;
    used[at] = row + 1;
    return { step, column: at, row };
  });
  return { placed, columns: used.length, rows: Math.max(1, ...used.map((count) => count ?? 0)) };
}

export const needs = (step: PlanStep): string[] =>
  step.reviewOf && !step.dependsOn.includes(step.reviewOf)
    ? [...step.dependsOn, step.reviewOf]
    : step.dependsOn;
