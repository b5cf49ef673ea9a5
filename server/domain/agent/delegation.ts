import { z } from 'zod';
import { CHILD_TURNS } from '../run/limits';
import { REWORK } from '../team/limits';
import { prose } from '../text';

/** Tasks of one plan call. */
const MAX_TASKS = 50;

const agent = z.string().trim().min(1).max(120).describe('Whom: the slot of one of those listed in <worker>');
const prompt = prose(8_000)
  .trim()
  .min(1)
  .describe('What to do and what to deliver, with all that is needed to do it');
const max_turns = z
  .int()
  .min(CHILD_TURNS.min)
  .max(CHILD_TURNS.max)
  .default(CHILD_TURNS.default)
  .describe('Model calls at most');
const name = z.string().trim().min(1).max(64);

export const Delegate = z.strictObject({ agent, prompt, max_turns });

const PlannedTask = z.strictObject({
  id: name,
  agent,
  prompt,
  depends_on: z.array(name).max(MAX_TASKS).default([]).describe('Tasks whose deliveries this one works on'),
  review_of: name.optional().describe('The task that this one accepts or rejects'),
  max_turns,
});

/** `plan`: several tasks at once, with what each waits for and who reviews what. */
export const PlanTasks = z.strictObject({
  goal: prose(2_000).trim().default('').describe('What all tasks are for, in a sentence'),
  tasks: z.array(PlannedTask).min(1).max(MAX_TASKS),
  max_rework: z.int().min(REWORK.min).max(REWORK.max).optional().describe('Rounds of rework at most'),
});
export type PlanTasks = z.infer<typeof PlanTasks>;
