import { admitsBudget } from './admit-budget';
import { admitsDecision, admitsRequest, admitsWait } from './admit-gate';
import { budgetFor } from './budget';
import { admitsDelegation, childrenAreToldOf } from './delegation';
import type { FactInput } from './fact';
import { isGateWait } from './gate';
import { planStep } from './graph';
import { admitsHandoff, admitsIntent } from './handoff';
import { admitsMemory } from './hints';
import { isEnded, type RunState, type StepState, stepIn, TERMINAL } from './state';

/** Whether a verb's fact still applies. What only the reducer derives is never admitted from outside. */
export function admits(state: RunState, body: FactInput): boolean {
  if (isEnded(state)) return admitsAfterEnd(state, body);
  if (state.seq === 0) return body.type === 'run.started';
  switch (body.type) {
    case 'team.started':
      return state.plan === null && state.teamVersion === undefined && body.teamId === state.teamId;
    case 'slot.bound':
      return (
        state.plan === null &&
        (!Object.hasOwn(state.bindings, body.slotId) || (state.unbound ?? []).includes(body.slotId))
      );
    case 'plan.created':
      return state.plan === null;
    case 'run.paused':
      return state.status !== 'paused';
    case 'run.resumed':
      return state.status === 'paused';
    case 'run.adopted':
      return state.status === 'paused' && body.by !== (state.adoptedBy ?? state.startedBy);
    case 'approval.requested':
      return admitsRequest(state, body, isAsking(state, body));
    case 'approval.resolved':
      return admitsDecision(state, body);
    case 'run.cancelled':
      return true;
    case 'budget.exceeded':
    case 'budget.raised':
    case 'budget.warned':
      return admitsBudget(state, body);
    case 'run.failed':
      return TERMINAL.has(body.status) && body.status !== 'completed' && body.status !== 'cancelled';
    case 'model.settled':
      return isOpenCall(state, body);
    case 'tool.settled':
      return isOpenTool(state, body.callId);
    case 'memory.proposed':
    case 'memory.confirmed':
    case 'memory.superseded':
      return admitsMemory(state, body);
    default:
      return admitsStep(state, body);
  }
}

/** After the end only money, what was still running, and the closing. */
function admitsAfterEnd(state: RunState, body: FactInput): boolean {
  if (state.closed) return false;
  switch (body.type) {
    case 'model.settled':
      return isOpenCall(state, body);
    case 'tool.settled':
      return isOpenTool(state, body.callId);
    case 'step.stopped':
      return isClaim(stepIn(state, body.stepId), body);
    case 'run.closed':
      return true;
    default:
      return false;
  }
}

function admitsStep(state: RunState, body: FactInput): boolean {
  if (!('stepId' in body) || body.stepId === undefined || state.plan === null) return false;
  const step = stepIn(state, body.stepId);
  const planned = planStep(state.plan, body.stepId);
  if (!step || !planned) return false;
  switch (body.type) {
    case 'plan.task.ready':
      // Who waits at a gate or for children is made ready by what it waits for.
      return (
        step.status === 'waiting' &&
        isAttempt(step, body) &&
        !isGateWait(step.waitingOn?.kind) &&
        step.waitingOn?.kind !== 'children' &&
        step.waitingOn?.kind !== 'intent'
      );
    case 'plan.task.started':
      return (
        step.status === 'ready' &&
        isAttempt(step, body) &&
        body.epoch === step.epoch + 1 &&
        (state.status === 'queued' || state.status === 'running') &&
        state.tally.running < state.plan.parallelLimit
      );
    case 'plan.task.waiting':
      return (
        isClaim(step, body) &&
        body.on !== undefined &&
        !(body.on.kind === 'children' && childrenAreToldOf(state, step.id)) &&
        admitsWait(state, planned, body)
      );
    case 'plan.task.retried':
      return body.attempt <= planned.maxAttempts && isClaim(step, { ...body, attempt: body.attempt - 1 });
    case 'plan.task.completed':
      return (
        isClaim(step, body) &&
        // Its output waits to be approved: only the decision completes it.
        !planned.gate?.after &&
        (planned.reviewOf === undefined || body.verdict !== undefined) &&
        (!state.plan.handoff || admitsIntent(state, body.stepId, body.intent))
      );
    case 'plan.task.failed':
      if (step.status === 'running') return body.epoch !== undefined && isClaim(step, body);
      return (
        (step.status === 'ready' || step.status === 'waiting') &&
        isAttempt(step, body) &&
        body.epoch === undefined
      );
    case 'model.called':
      return (
        isClaim(step, body) &&
        body.ordinal > (step.modelOrdinal ?? -1) &&
        isAmount(body.ceilingMicros) &&
        budgetFor(state, body.ceilingMicros) === 'fits'
      );
    case 'delegation.started':
      return isClaim(step, body) && admitsDelegation(state, planned, body);
    case 'handoff.started':
    case 'handoff.rejected':
    case 'handoff.completed':
    case 'handoff.timeout':
      return admitsHandoff(state, body, 'epoch' in body && isClaim(step, body));
    case 'tool.called':
      return isClaim(step, body) && body.ordinal > (step.toolOrdinal ?? -1);
    default:
      return false;
  }
}

type Attempt = { round: number; attempt: number };

const isAttempt = (step: StepState, at: Attempt): boolean =>
  step.round === at.round && step.attempt === at.attempt;

/** The running claim itself: another epoch is fenced. */
const isClaim = (step: StepState | undefined, at: Attempt & { epoch?: number | undefined }): boolean =>
  step?.status === 'running' && isAttempt(step, at) && (at.epoch === undefined || at.epoch === step.epoch);

/** A step asks under its claim. */
function isAsking(state: RunState, body: Extract<FactInput, { type: 'approval.requested' }>): boolean {
  const { stepId, round, attempt, epoch } = body;
  if (stepId === undefined || round === undefined || attempt === undefined) return false;
  return isClaim(stepIn(state, stepId), { round, attempt, epoch });
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function isOpenCall(state: RunState, body: Extract<FactInput, { type: 'model.settled' }>): boolean {
  const amounts = [body.inputTokens, body.outputTokens, body.costMicros, body.unknownMicros];
  return (
    amounts.every(isAmount) &&
    state.openCalls.some((call) => call.callId === body.callId && call.stepId === body.stepId)
  );
}

const isOpenTool = (state: RunState, callId: string): boolean =>
  state.openTools.some((tool) => tool.callId === callId);
