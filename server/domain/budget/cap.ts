import { z } from 'zod';
import { Id } from '../ids';
import { Micros } from '../money';
import { PageInput } from '../page';

/*
 * Caps that runs share, beside the cap that each run has of its own. A cap bounds what its level may spend in a
 * period, a day or a month in UTC; a call belongs to the period in which it was opened. All caps that apply to a call
 * must have room for its ceiling, or it does not start: its organization's, those of the units on its project's line,
 * its project's, its team's, and of an agent the calls of that agent alone.
 *
 *   room        the call starts; its ceiling is reserved until it is settled
 *   no room, and something open may still come back
 *               its step stays ready and waits; it tries again when money comes back, and at least every 10 s
 *   no room for good (spent + ceiling > limit, and no call of its own run is open)
 *               `end`: the run ends `budget_exceeded` · `ask`: it waits at a budget gate until the cap is raised
 *
 * A cap counts from the moment it is set: what its period has spent before counts as spent. It may be raised and
 * lowered at any time; below what is spent nothing starts any more, and nothing that runs is stopped. A provider that
 * bills more than a call's ceiling is reported by `budget.overshot`, and counted in full.
 */

export const CAP_LEVELS = ['organization', 'unit', 'project', 'team', 'agent'] as const;
export const CapLevel = z.enum(CAP_LEVELS);
export type CapLevel = z.infer<typeof CapLevel>;

export const CapPeriod = z.enum(['day', 'month']);
export type CapPeriod = z.infer<typeof CapPeriod>;

/** At the limit a run ends, or asks for more and waits. */
export const AtLimit = z.enum(['end', 'ask']);
export type AtLimit = z.infer<typeof AtLimit>;

/** Steps of one run hold at most this long on to the belief that a cap has no room, ms. */
export const CAP_RETRY_MS = 10_000;

/** The cap that a call did not fit under. `open`: that may change without anybody raising it. Micro-dollars. */
export const CapShort = z.object({
  capId: z.string(),
  level: CapLevel,
  subjectId: z.string(),
  limitMicros: z.int(),
  spentMicros: z.int(),
  neededMicros: z.int(),
  ask: z.boolean(),
  open: z.boolean(),
});
export type CapShort = z.infer<typeof CapShort>;

/** A cap of which 80 % are spent. */
export const CapWarned = CapShort.omit({ neededMicros: true, ask: true, open: true });
export type CapWarned = z.infer<typeof CapWarned>;

/** The organization's own cap names no subject. */
export const CapSet = z.strictObject({
  level: CapLevel,
  subjectId: Id.nullable().default(null),
  period: CapPeriod.default('month'),
  limitMicros: Micros,
  atLimit: AtLimit.default('end'),
});
export type CapSet = z.infer<typeof CapSet>;

export const CapList = z.strictObject(PageInput);
export type CapList = z.infer<typeof CapList>;

export const CapView = z.strictObject({
  id: Id,
  level: CapLevel,
  /** Null: the organization's own. */
  subject: z.strictObject({ id: Id, name: z.string() }).nullable(),
  period: CapPeriod,
  limitMicros: z.int(),
  atLimit: AtLimit,
  /** Of the period that runs now. `heldMicros`: drawn by living runs and not spent. */
  spentMicros: z.int(),
  heldMicros: z.int(),
  periodStart: z.iso.datetime(),
  warned: z.boolean(),
  /** Whether the viewer may change it. */
  mayChange: z.boolean(),
});
export type CapView = z.infer<typeof CapView>;
