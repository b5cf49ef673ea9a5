import type { Plan, PlanStep } from '@domain/run/plan';
import { describe, expect, it } from 'vitest';
import { hangsOn, layoutPlan } from '../../../components/run/plan-layout';

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  ...{ id, slotId: id, agentId: 'a', title: id, prompt: '', dependsOn: [] },
  ...{ maxTurns: 8, maxAttempts: 3, contract: '' },
  ...more,
});
const places = (steps: PlanStep[]) => {
  const plan: Plan = { protocol: 'lead_workers', maxRework: 2, parallelLimit: 4, steps };
  return Object.fromEntries(layoutPlan(plan).placed.map((at) => [at.step.id, [at.column, at.row]]));
};

describe('the picture of a run', () => {
  it('has a graph’s steps right of all that they need (T-41)', () => {
    const graph = [
      step('d', { dependsOn: ['b', 'c'] }),
      step('a'),
      step('b', { dependsOn: ['a'] }),
      step('c'),
    ];
    expect(places(graph)).toEqual({ a: [0, 0], c: [0, 1], b: [1, 0], d: [2, 0] });
  });

  it('has what fans out in one column and what joins it in the next (T-42)', () => {
    expect(places([step('a'), step('b'), step('join', { dependsOn: ['a', 'b'] })])).toEqual({
      a: [0, 0],
      b: [0, 1],
      join: [1, 0],
    });
  });

  it('has delegated steps right of the step that gave them away, in its order, the plan among them (T-43, T-44)', () => {
    const below = (id: string, parent: string, more: Partial<PlanStep> = {}) => step(id, { parent, ...more });
    const tree = [
      step('lead', { lead: true }),
      below('one', 'lead'),
      below('two', 'lead'),
      below('under-two', 'two'),
      below('under-one', 'one'),
      below('three', 'lead', { dependsOn: ['one'] }),
    ];
    expect(places(tree)).toEqual({
      lead: [0, 0],
      one: [1, 0],
      two: [1, 1],
      three: [2, 1],
      'under-one': [2, 0],
      'under-two': [2, 2],
    });
    expect(tree.map(hangsOn)).toEqual([undefined, 'lead', 'lead', 'two', 'one', undefined]);
  });
});
