import { z } from 'zod';
import { Id } from '../ids';
import { PageInput } from '../page';
import { RunStatus } from '../run/fact';

/*
 * Every figure here is summed from the ledger, one row per model call, and nothing else keeps accounts: a run's cost
 * is the sum of its steps', a tree's the sum of its runs', a team's the sum of its runs'. A call belongs to the day
 * (UTC) in which it was opened. What is unknown, ceilings of calls that nobody answered for, stands beside the cost.
 */

const sums = {
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: z.int(),
  unknownMicros: z.int(),
};
export const CostSums = z.strictObject(sums);
export type CostSums = z.infer<typeof CostSums>;

/** One line of a rollup. `label` null: the viewer may not see what it is, or it is gone. */
export const CostLine = z.strictObject({ key: z.string(), label: z.string().nullable(), ...sums });
export type CostLine = z.infer<typeof CostLine>;

/** No day before money was counted here, and none behind which a year has more than four digits. */
const Day = z.iso
  .date()
  .refine((day) => day >= '1970-01-01' && day < '9999-01-01', 'Not a day of an account');

export const CostBy = z.enum(['day', 'team', 'project', 'agent', 'model']);
export type CostBy = z.infer<typeof CostBy>;

/** Days of one answer at most. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** From the first of this month until today unless it says otherwise; both days are included. */
export const CostList = z.strictObject({
  ...PageInput,
  by: CostBy,
  from: Day.optional(),
  until: Day.optional(),
  projectId: Id.optional(),
  teamId: Id.optional(),
});
export type CostList = z.infer<typeof CostList>;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The period that is meant, as days, the last of them not included; null: it ends before it begins or is longer than a year. */
export function periodOf({ from, until }: Pick<CostList, 'from' | 'until'>, now: Date) {
  const day = dayOf(now);
  const start = new Date(`${from ?? `${(until ?? day).slice(0, 7)}-01`}T00:00:00Z`);
  const end = new Date(Date.parse(`${until ?? day}T00:00:00Z`) + DAY_MS);
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  return days >= 1 && days <= MAX_DAYS ? { from: dayOf(start), before: dayOf(end) } : null;
}

export const CostPage = z.strictObject({
  items: z.array(CostLine),
  nextCursor: z.string().nullable(),
  /** Over all pages. */
  totals: CostSums,
});
export type CostPage = z.infer<typeof CostPage>;

/** A run with everything below it. */
export const TreeCost = z.strictObject({
  rootRunId: Id,
  totals: CostSums,
  /** The run itself first, then those it started, in the order of their start. */
  runs: z.array(
    z.strictObject({ runId: Id, parentRunId: Id.nullable(), goal: z.string(), status: RunStatus, ...sums }),
  ),
  steps: z.array(z.strictObject({ runId: Id, stepId: z.string(), slotId: z.string(), agentId: Id, ...sums })),
  agents: z.array(CostLine),
  models: z.array(CostLine),
  /** Gates that were asked for, and of those the decided ones. */
  approvals: z.strictObject({ asked: z.int(), decided: z.int() }),
  reworkRounds: z.int(),
});
export type TreeCost = z.infer<typeof TreeCost>;

export const ForecastOf = z.strictObject({
  teamId: Id,
  /** Default: the applied version. */
  version: z.int().min(1).max(1_000_000).optional(),
});
export type ForecastOf = z.infer<typeof ForecastOf>;

const Spread = z.strictObject({ p50: z.int(), p95: z.int() });

/** What runs of the version have come to; null where none has ended well yet. */
export const Forecast = z.strictObject({
  version: z.int().nullable(),
  /** Completed runs that it stands on. */
  runs: z.int(),
  costMicros: Spread.nullable(),
  durationMs: Spread.nullable(),
});
export type Forecast = z.infer<typeof Forecast>;
