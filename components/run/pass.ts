import type { Fact, ReviewIssue, Verdict } from '@domain/run/fact';
import { type RunState, TERMINAL } from '@domain/run/state';
import type { PassStatus } from './status';

/** One round of one step: what the timeline shows as a row. */
export type Pass = {
  key: string;
  stepId: string;
  round: number;
  attempt: number;
  status: PassStatus;
  startedAt?: string;
  endedAt?: string;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  /** At most this may have been billed beyond `costMicros`: nobody reported. */
  unknownMicros: number;
  artifactId?: string;
  preview?: string;
  verdict?: Verdict;
  /** What this round answers: the issues that reopened the step. */
  asked?: ReviewIssue[];
  /** The reviewer accepted this round. */
  accepted?: boolean;
  /** What the reviewer found wrong with this round. */
  issues?: ReviewIssue[];
  reason?: string;
  detail?: string;
  /** Taken over from the run that this one repeats; `editedBy`: in that person's words. */
  reused?: { editedBy?: string };
  /** What it waits for, while it waits. */
  waitsOn?: string;
};

export const passKey = (stepId: string, round: number): string => `${stepId}#${round}`;

/**
 * The rounds of all steps in the order in which they began, then those still to come in plan order.
 * Facts tell of rounds that are over, which the state no longer holds.
 */
export function passesOf(state: RunState, facts: readonly Fact[]): Pass[] {
  const passes = new Map<string, Pass>();
  const at = (stepId: string, round: number): Pass => {
    const key = passKey(stepId, round);
    const known = passes.get(key);
    if (known) return known;
    const made: Pass = {
      key,
      stepId,
      round,
      attempt: 1,
      status: 'blocked',
      inputTokens: 0,
      outputTokens: 0,
      costMicros: 0,
      unknownMicros: 0,
    };
    passes.set(key, made);
    return made;
  };
  const complete = facts[0]?.seq === 1;
  for (const fact of facts) record(at, fact);
  for (const step of state.steps) {
    const pass = at(step.id, step.round);
    const stopping = step.status === 'running' && TERMINAL.has(state.status);
    if (pass.status !== 'rejected') pass.status = stopping ? 'stopping' : step.status;
    pass.attempt = step.attempt;
    // A snapshot may stand for facts that this browser never got; with all of them they tell more than the state.
    if (!complete) {
      pass.startedAt ??= step.startedAt;
      pass.endedAt ??= step.endedAt;
    }
    if (pass.status === 'cancelled' && !pass.startedAt) pass.status = 'unstarted';
    // What a step in a further round still has is of the round before.
    if (step.status === 'completed' || step.status === 'waiting') {
      pass.artifactId ??= step.artifactId;
      pass.preview ??= step.preview;
    }
    pass.reused ??= step.reused;
    pass.asked ??= step.round > 1 ? step.issues : undefined;
    pass.reason ??= step.reason;
    pass.waitsOn = step.status === 'waiting' ? step.waitingOn?.kind : undefined;
    pass.detail ??= step.detail;
  }
  const newest = newestByStep([...passes.values()]);
  for (const step of state.plan?.steps ?? []) {
    if (!step.reviewOf) continue;
    const verdict = newest.get(step.id)?.verdict;
    const reviewed = newest.get(step.reviewOf);
    if (verdict?.accept && reviewed?.status === 'completed') reviewed.accepted = true;
  }
  return sorted([...passes.values()], state);
}

function record(at: (stepId: string, round: number) => Pass, fact: Fact): void {
  if (fact.type === 'plan.created') {
    for (const { stepId, artifactId, preview, editedBy } of fact.reused ?? []) {
      const reused = editedBy === undefined ? {} : { editedBy };
      Object.assign(at(stepId, 1), { status: 'completed', artifactId, preview, reused });
    }
    return;
  }
  if (!('stepId' in fact) || !('round' in fact)) return;
  if (fact.stepId === undefined || fact.round === undefined) return;
  const pass = at(fact.stepId, fact.round);
  switch (fact.type) {
    case 'plan.task.ready':
      pass.status = 'ready';
      return;
    case 'plan.task.started':
      pass.status = 'running';
      pass.attempt = fact.attempt;
      pass.startedAt ??= fact.at;
      return;
    case 'plan.task.waiting':
      pass.status = 'waiting';
      pass.artifactId ??= fact.artifactId;
      pass.preview ??= fact.preview;
      return;
    case 'plan.task.retried':
      pass.status = 'ready';
      pass.attempt = fact.attempt;
      pass.reason = fact.reason;
      return;
    case 'plan.task.completed':
      Object.assign(pass, { status: 'completed', endedAt: fact.at, preview: fact.preview });
      pass.reason = undefined;
      pass.artifactId = fact.artifactId;
      pass.verdict = fact.verdict;
      return;
    case 'plan.task.failed':
    case 'plan.task.skipped':
    case 'plan.task.cancelled':
      pass.status =
        fact.type === 'plan.task.failed'
          ? 'failed'
          : fact.type === 'plan.task.skipped'
            ? 'skipped'
            : 'cancelled';
      pass.endedAt = fact.at;
      pass.reason = fact.reason;
      return;
    case 'plan.task.rejected':
      pass.status = 'rejected';
      pass.issues = fact.issues;
      return;
    case 'plan.task.reopened':
      pass.asked = fact.issues ?? at(fact.stepId, fact.round - 1).issues;
      if (fact.issues)
        Object.assign(at(fact.stepId, fact.round - 1), { status: 'rejected', issues: fact.issues });
      return;
    case 'model.settled':
      pass.inputTokens += fact.inputTokens;
      pass.outputTokens += fact.outputTokens;
      pass.costMicros += fact.costMicros;
      pass.unknownMicros += fact.unknownMicros;
      return;
    case 'step.stopped':
      pass.status = 'cancelled';
      pass.endedAt = fact.at;
      return;
  }
}

/** The latest round of each step. */
export function newestByStep(passes: readonly Pass[]): Map<string, Pass> {
  const newest = new Map<string, Pass>();
  for (const pass of passes) {
    if (pass.round >= (newest.get(pass.stepId)?.round ?? 0)) newest.set(pass.stepId, pass);
  }
  return newest;
}

function sorted(passes: Pass[], state: RunState): Pass[] {
  const order = new Map(state.steps.map((step, index) => [step.id, index]));
  return passes.sort((a, b) => {
    if (!a.reused !== !b.reused) return a.reused ? -1 : 1;
    if (a.startedAt && b.startedAt && a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? -1 : 1;
    if (!a.startedAt !== !b.startedAt) return a.startedAt ? -1 : 1;
    return a.round - b.round || (order.get(a.stepId) ?? 0) - (order.get(b.stepId) ?? 0);
  });
}
