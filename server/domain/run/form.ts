import { z } from 'zod';
import { AtLimit } from '../budget/cap';
import { Id } from '../ids';
import { Micros } from '../money';
import { BindingChoice } from '../team/binding-choice';
import { line, prose } from '../text';
import { RunStatus } from './fact';

/** What a person asks of a team: between one word and a long brief. */
export const GOAL_MAX = 20_000;

/** A key of the caller's making: the same key with the same input is the same run, for as long as the run lives. */
export const IdempotencyKey = line(200);

export const RunStart = z.strictObject({
  projectId: Id,
  teamId: Id,
  goal: prose(GOAL_MAX).trim().min(1),
  /** Default: the team's applied version. */
  version: z.int().min(1).max(1_000_000).optional(),
  bindings: BindingChoice.optional(),
  /** Default: the version's own budget. Micro-dollars. */
  budgetMicros: Micros.optional(),
  /** At its budget the run ends (default), or waits for a person to allow more. */
  atLimit: AtLimit.optional(),
  /** Nobody works before it is resumed: files can be brought first. */
  paused: z.boolean().optional(),
  idempotencyKey: IdempotencyKey,
});
export type RunStart = z.infer<typeof RunStart>;

/** UTF-16 units of an output as a person may rewrite it. */
export const EDIT_MAX = 200_000;

/** An ended run once more: see `rerun.ts`. */
export const RunRerun = z.strictObject({
  runId: Id,
  /** The slot from which it is done again; without it, and without edits, all of it. */
  from: line(64).optional(),
  /** Outputs in other words; each slot once. */
  edits: z
    .array(z.strictObject({ slotId: line(64), text: prose(EDIT_MAX).refine((text) => text.trim() !== '') }))
    .max(100)
    .refine((all) => new Set(all.map(({ slotId }) => slotId)).size === all.length, 'A slot is named twice')
    .default([]),
  /** Default: the version of that run. */
  version: z.int().min(1).max(1_000_000).optional(),
  bindings: BindingChoice.optional(),
  /** Default: what that run was started with. Micro-dollars. */
  budgetMicros: Micros.optional(),
  atLimit: AtLimit.optional(),
  idempotencyKey: IdempotencyKey,
});
export type RunRerun = z.input<typeof RunRerun>;

export const RunStarted = z.object({ runId: Id, status: z.string(), replayed: z.boolean() });
export type RunStarted = z.infer<typeof RunStarted>;

export const RunCancel = z.strictObject({ runId: Id, reason: prose(500).trim().default('') });
export type RunCancel = z.infer<typeof RunCancel>;

/** Pause, resume and adopt name the run alone. */
export const RunNamed = z.strictObject({ runId: Id });
export type RunNamed = z.infer<typeof RunNamed>;

export const RunRaise = z.strictObject({ runId: Id, capMicros: Micros });
export type RunRaise = z.infer<typeof RunRaise>;

/** Which slot acts next in a handoff run, and what for; without a slot the work is done. */
export const RunHandOver = z.strictObject({
  runId: Id,
  to: line(64).optional(),
  reason: prose(2_000).trim().default(''),
});
export type RunHandOver = z.input<typeof RunHandOver>;

/** `already_<status>`: nothing was to be changed. */
export const RunChanged = z.object({ runId: Id, outcome: z.string(), status: RunStatus });
export type RunChanged = z.infer<typeof RunChanged>;

/** `already_<status>`: the run had ended before; nothing was changed. */
export const RunCancelled = z.object({ runId: Id, outcome: z.string(), status: z.string() });
export type RunCancelled = z.infer<typeof RunCancelled>;
