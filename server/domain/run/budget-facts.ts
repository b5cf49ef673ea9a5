import { z } from 'zod';

/** Which cap is meant, when it is one that runs share; absent: the run's own. */
const scope = z
  .object({
    level: z.enum(['organization', 'unit', 'project', 'team', 'agent']),
    subjectId: z.string(),
    capId: z.string(),
  })
  .optional();

export const BudgetWarned = z.object({
  type: z.literal('budget.warned'),
  spentMicros: z.int(),
  capMicros: z.int(),
  scope,
});

/** The call of this step does not fit. `ask`: the step waits until more is allowed; else the run ends. */
export const BudgetExceeded = z.object({
  type: z.literal('budget.exceeded'),
  spentMicros: z.int(),
  neededMicros: z.int(),
  capMicros: z.int(),
  scope,
  stepId: z.string().optional(),
  round: z.int().optional(),
  attempt: z.int().optional(),
  epoch: z.int().optional(),
  ask: z.boolean().optional(),
});

/** The run's own cap is higher from here on. */
export const BudgetRaised = z.object({
  type: z.literal('budget.raised'),
  capMicros: z.int(),
  by: z.string().optional(),
});
