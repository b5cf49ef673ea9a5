import type { Plan, PlanStep } from '@domain/run/plan';

export type Placed = { step: PlanStep; column: number; row: number };
export type Layout = { placed: Placed[]; columns: number; rows: number };

/**
 * Each step one column right of the last thing it needs and of the step that delegated it; a reviewer needs what it
 * reviews. Steps of one column stand in the order of those that delegated them.
 */
export function layoutPlan(plan: Plan): Layout {
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const column = new Map<string, number>();
  const place = (step: PlanStep, seen: ReadonlySet<string>): number => {
    const known = column.get(step.id);
    if (known !== undefined) return known;
    let at = 0;
    for (const id of step.parent === undefined ? needs(step) : [step.parent, ...needs(step)]) {
      const before = byId.get(id);
      if (before && !seen.has(id)) at = Math.max(at, place(before, new Set([...seen, step.id])) + 1);
    }
    column.set(step.id, at);
    return at;
  };
  const used: number[] = [];
  const rows = new Map<string, number>();
  const above = ({ parent }: PlanStep): number => (parent === undefined ? 0 : (rows.get(parent) ?? 0));
  const at = new Map(plan.steps.map((step) => [step.id, place(step, new Set())]));
  const byColumn = [...plan.steps].sort((a, b) => at.get(a.id)! - at.get(b.id)!);
  for (let from = 0; from < byColumn.length; from = to(byColumn, at, from)) {
    const column = at.get(byColumn[from]!.id)!;
    const steps = byColumn.slice(from, to(byColumn, at, from)).sort((a, b) => above(a) - above(b));
    for (const [row, { id }] of steps.entries()) rows.set(id, row);
    used[column] = steps.length;
  }
  const placed = plan.steps.map((step) => ({ step, column: at.get(step.id)!, row: rows.get(step.id)! }));
  return { placed, columns: used.length, rows: Math.max(1, ...used.map((count) => count ?? 0)) };
}

/** Where the next column begins. */
function to(steps: readonly PlanStep[], at: ReadonlyMap<string, number>, from: number): number {
  const column = at.get(steps[from]!.id);
  const next = steps.findIndex(({ id }, index) => index > from && at.get(id) !== column);
  return next === -1 ? steps.length : next;
}

/** A delegated step that waits for none of its kind hangs on the step that delegated it alone. */
export const hangsOn = (step: PlanStep): string | undefined =>
  needs(step).length === 0 ? step.parent : undefined;

export const needs = (step: PlanStep): string[] =>
  step.reviewOf && !step.dependsOn.includes(step.reviewOf)
    ? [...step.dependsOn, step.reviewOf]
    : step.dependsOn;
