import type { ReviewIssue, RunStatus, StepStatus } from './fact';
import { planStep } from './graph';
import type { Plan } from './plan';
import { type RunState, type StepState, stepIn } from './state';

/** One slot in one run, with everything that it delegated. Money is micro-dollars, time milliseconds. */
export type ComparedStep = {
  agentId: string;
  status: StepStatus;
  /** Rounds begun: 1 without rework. */
  rounds: number;
  /** Rejections that were answered by another round, and the issues of the newest. */
  rejections: number;
  issues: ReviewIssue[];
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  durationMs: number | null;
  artifactId: string | null;
  preview: string | null;
  /** Taken over from the run that this one repeats; `editedBy`: in a person's words. */
  reused: { editedBy?: string } | null;
};

/** A run as a whole. */
export type ComparedRun = {
  status: RunStatus;
  reason: string | null;
  version: number | null;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  unknownMicros: number;
  reworkRounds: number;
  durationMs: number | null;
};

export type ComparedSlot = {
  slotId: string;
  title: string;
  /** The step reviews this slot: its status tells its verdict, `completed` accepts. */
  reviewOf: string | null;
  a: ComparedStep | null;
  b: ComparedStep | null;
};

export type Comparison = { a: ComparedRun; b: ComparedRun; slots: ComparedSlot[] };

/** Two runs beside each other: those of `a` in its order, then what only `b` has. */
export function compareRuns(a: RunState, b: RunState): Comparison {
  const ids = new Set([...rootsOf(a.plan), ...rootsOf(b.plan)]);
  const slots = [...ids].map((id): ComparedSlot => {
    const planned = [a, b].flatMap(({ plan }) => (plan && planStep(plan, id)) ?? [])[0];
    const { slotId = id, title = id, reviewOf = null } = planned ?? {};
    return { slotId, title, reviewOf, a: sideOf(a, id), b: sideOf(b, id) };
  });
  return { a: wholeOf(a), b: wholeOf(b), slots };
}

const rootsOf = (plan: Plan | null): string[] =>
  plan?.steps.flatMap(({ id, parent }) => (parent === undefined ? [id] : [])) ?? [];

function wholeOf(run: RunState): ComparedRun {
  const { inputTokens, outputTokens, costMicros, unknownMicros } = run.totals;
  return {
    ...{ status: run.status, reason: run.reason ?? null, version: run.teamVersion ?? null },
    ...{ inputTokens, outputTokens, costMicros, unknownMicros, reworkRounds: run.reworkRounds },
    durationMs: between(run.createdAt, run.endedAt),
  };
}

function sideOf(run: RunState, id: string): ComparedStep | null {
  const planned = run.plan && planStep(run.plan, id);
  const step = stepIn(run, id);
  if (!planned || !step) return null;
  const all = [step, ...belowOf(run, id)];
  const sum = (of: (one: StepState) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    agentId: planned.agentId,
    status: step.status,
    rounds: step.round,
    rejections: step.reworks ?? 0,
    issues: step.issues ?? [],
    inputTokens: sum((one) => one.inputTokens),
    outputTokens: sum((one) => one.outputTokens),
    costMicros: sum((one) => one.costMicros),
    durationMs: step.reused ? null : between(step.startedAt, step.endedAt),
    artifactId: step.artifactId ?? null,
    preview: step.preview ?? null,
    reused: step.reused ?? null,
  };
}

/** Steps that this one delegated, and those below them. */
function belowOf(run: RunState, id: string): StepState[] {
  const below = new Set([id]);
  for (const step of run.plan?.steps ?? []) {
    if (step.parent !== undefined && below.has(step.parent)) below.add(step.id);
  }
  below.delete(id);
  return run.steps.filter((step) => below.has(step.id));
}

const between = (from: string | undefined, to: string | undefined): number | null =>
  from === undefined || to === undefined ? null : Date.parse(to) - Date.parse(from);
