import { changeStep } from './change-step';
import { PARENT_ENDED } from './delegation';
import type { Folds } from './folds';
import { HANDED_OVER } from './handoff';

/** How each fact about a step changes the state. */
export const STEP_FOLDS = {
  'plan.task.ready': (copy, body, at) =>
    changeStep(copy, body.stepId, () => ({
      status: 'ready',
      round: body.round,
      attempt: body.attempt,
      waitingOn: undefined,
      delayMs: undefined,
      ...(at && { readyAt: at }),
    })),

  'plan.task.started': (copy, body, at) => {
    changeStep(copy, body.stepId, () => ({
      status: 'running',
      round: body.round,
      attempt: body.attempt,
      epoch: body.epoch,
      worker: body.worker,
      ...(body.hints && { hints: body.hints }),
      delayMs: undefined,
      reason: undefined,
      detail: undefined,
      modelOrdinal: undefined,
      toolOrdinal: undefined,
      ...(at && { startedAt: at }),
    }));
    if (at) copy.startedAt ??= at;
  },

  'plan.task.waiting': (copy, body) =>
    changeStep(copy, body.stepId, () => ({
      status: 'waiting',
      waitingOn: body.on,
      ...(body.artifactId !== undefined && { artifactId: body.artifactId }),
      ...(body.preview !== undefined && { preview: body.preview }),
      ...(body.verdict !== undefined && { verdict: body.verdict }),
      ...(body.intent !== undefined && { intent: body.intent }),
    })),

  'plan.task.retried': (copy, body, at) =>
    changeStep(copy, body.stepId, () => ({
      status: 'ready',
      attempt: body.attempt,
      delayMs: body.delayMs,
      reason: body.reason,
      detail: body.detail,
      ...(at && { readyAt: at }),
    })),

  'plan.task.completed': (copy, body, at) =>
    changeStep(copy, body.stepId, () => ({
      status: 'completed',
      artifactId: body.artifactId,
      preview: body.preview,
      waitingOn: undefined,
      verdict: undefined,
      intent: undefined,
      ...(at && { endedAt: at }),
    })),

  'plan.task.failed': (copy, body, at) =>
    changeStep(copy, body.stepId, () => ({
      status: 'failed',
      reason: body.reason,
      detail: body.detail,
      waitingOn: undefined,
      ...(at && { endedAt: at }),
    })),

  'plan.task.skipped': (copy, body, at) =>
    changeStep(copy, body.stepId, () => ({
      status: 'skipped',
      reason: body.reason,
      ...(at && { endedAt: at }),
    })),

  'plan.task.cancelled': (copy, body, at) =>
    changeStep(copy, body.stepId, (step) => {
      // The receipt tells what the end of the run stopped, not what ended with the step above it.
      const byEnd = body.reason !== PARENT_ENDED && body.reason !== HANDED_OVER;
      if (byEnd && (step.status === 'ready' || step.status === 'waiting')) {
        const line = {
          stepId: step.id,
          was: step.status,
          stoppedAfterMs: 0,
          tokensAfter: 0,
          costMicrosAfter: 0,
        };
        copy.stopping = [...copy.stopping, line];
      }
      return { status: 'cancelled', reason: body.reason, detail: undefined, ...(at && { endedAt: at }) };
    }),

  'plan.task.rejected': (copy, body) => changeStep(copy, body.stepId, () => ({ issues: body.issues })),

  'plan.task.reopened': (copy, body) => {
    changeStep(copy, body.stepId, (step) => ({
      ...anew(body.round),
      ...(body.issues && { issues: body.issues }),
      reworks: (step.reworks ?? 0) + 1,
    }));
    copy.reworkRounds += 1;
  },

  'plan.task.invalidated': (copy, body) => changeStep(copy, body.stepId, () => anew(body.round)),
} satisfies Partial<Folds>;

/** A new round from its beginning; the output of the last one stays for whoever reworks it. */
const anew = (round: number) => ({
  status: 'blocked' as const,
  round,
  attempt: 1,
  toolRounds: 0,
  reused: undefined,
  hints: undefined,
  waitingOn: undefined,
  verdict: undefined,
  intent: undefined,
  delayMs: undefined,
  reason: undefined,
  detail: undefined,
  endedAt: undefined,
});
