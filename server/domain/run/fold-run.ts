import { changeStep, statusResumed } from './change-step';
import type { RunStatus } from './fact';
import type { Folds } from './folds';
import { withdrawn } from './gate';
import type { PlanStep } from './plan';
import { asksAgain } from './rerun';
import type { RunState, StepState } from './state';
import { NO_STEPS } from './state';
import { stopReason } from './stop-reason';

/** How facts about the run as a whole change the state. */
export const RUN_FOLDS = {
  'run.started': (copy, body, at) => {
    copy.goal = body.goal;
    copy.projectId = body.projectId;
    copy.startedBy = body.startedBy;
    copy.capMicros = body.capMicros;
    copy.grantMicros = body.capMicros;
    if (body.atLimit !== undefined) copy.atLimit = body.atLimit;
    if (body.teamId !== undefined) copy.teamId = body.teamId;
    if (body.agentId !== undefined) copy.agentId = body.agentId;
    if (body.rerunOf) copy.rerunOf = body.rerunOf;
    if (body.trial) copy.trial = true;
    if (at) copy.createdAt = at;
  },

  'team.started': (copy, body) => {
    copy.teamId = body.teamId;
    copy.teamVersion = body.version;
    copy.bindings = body.bindings;
    copy.unbound = Object.keys(body.bindings);
  },

  'slot.bound': (copy, body) => {
    if (copy.bindings[body.slotId] !== body.agentId || !Object.hasOwn(copy.bindings, body.slotId)) {
      copy.bindings = { ...copy.bindings, [body.slotId]: body.agentId };
    }
    copy.unbound = copy.unbound?.filter((slotId) => slotId !== body.slotId) ?? [];
  },

  'plan.created': (copy, body, at) => {
    copy.plan = body.plan;
    delete copy.unbound;
    copy.steps = body.plan.steps.map(asPlanned);
    copy.tally = { ...NO_STEPS, blocked: copy.steps.length };
    for (const one of body.reused ?? []) {
      const { stepId, artifactId, preview, editedBy } = one;
      const reused = editedBy === undefined ? {} : { editedBy };
      const done = asksAgain(body.plan, one)
        ? {}
        : { status: 'completed' as const, ...(at && { endedAt: at }) };
      changeStep(copy, stepId, () => ({ artifactId, preview, reused, ...done }));
    }
    if (body.plan.handoff) copy.handoff = { active: body.plan.handoff.entry, rounds: 0, bounces: {} };
  },

  'run.paused': (copy, body) => {
    copy.status = 'paused';
    copy.reason = body.reason;
    if (body.by !== undefined) copy.pausedBy = body.by;
  },

  'run.resumed': (copy) => {
    copy.status = statusResumed(copy);
    delete copy.reason;
    delete copy.pausedBy;
  },

  'run.adopted': (copy, body) => {
    copy.adoptedBy = body.by;
  },

  'team.completed': () => {},
  'team.failed': () => {},
  'run.completed': (copy, _body, at) => end(copy, 'completed', undefined, at),
  'run.cancelled': (copy, body, at) => end(copy, 'cancelled', body.reason, at),
  'run.failed': (copy, body, at) => {
    end(copy, body.status, body.reason, at);
    if (body.stepId !== undefined) copy.failedStepId = body.stepId;
  },

  'step.stopped': (copy, body, at) => {
    copy.stopping = copy.stopping.map((line) =>
      line.stepId === body.stepId
        ? {
            ...line,
            stoppedAfterMs: body.afterMs,
            tokensAfter: body.tokensAfter,
            costMicrosAfter: body.costMicrosAfter,
          }
        : line,
    );
    stop(copy, body.stepId, at);
  },

  'run.closed': (copy, body, at) => {
    for (const line of copy.stopping) stop(copy, line.stepId, at);
    copy.closed = true;
    copy.receipt = body.receipt;
    copy.stopping = [];
    copy.openTools = [];
  },
} satisfies Partial<Folds>;

/** A step before anything has happened to it. */
export const asPlanned = (step: PlanStep): StepState => ({
  id: step.id,
  status: 'blocked',
  round: 1,
  attempt: 1,
  epoch: 0,
  toolRounds: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  unknownMicros: 0,
});

function end(copy: RunState, status: RunStatus, reason: string | undefined, at: string | undefined): void {
  copy.status = status;
  if (copy.gates) copy.gates = withdrawn(copy.gates);
  if (reason === undefined) delete copy.reason;
  else copy.reason = reason;
  if (at) copy.endedAt = at;
  const running = copy.steps.filter((step) => step.status === 'running');
  const lines = running.map((step) => ({
    stepId: step.id,
    was: step.status,
    stoppedAfterMs: null,
    tokensAfter: 0,
    costMicrosAfter: 0,
  }));
  copy.stopping = [...copy.stopping, ...lines];
}

function stop(copy: RunState, stepId: string, at: string | undefined): void {
  changeStep(copy, stepId, (step) =>
    step.status === 'running'
      ? { status: 'cancelled', reason: stopReason(copy.status), ...(at && { endedAt: at }) }
      : {},
  );
}
