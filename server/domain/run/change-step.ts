import type { StepStatus } from './fact';
import { withdrawn } from './gate';
import { graphOf } from './graph';
import { isEnded, type RunState, type StepState } from './state';

/*
 * Folding works on a fresh shallow copy of the state: these functions may replace its fields, never what
 * they point to.
 */

/** Replaces one step of the copy; a change to `undefined` removes the field, so that state stays plain JSON. */
export function changeStep(
  copy: RunState,
  id: string,
  change: (step: StepState) => Partial<StepState>,
): void {
  const position = copy.plan ? graphOf(copy.plan).position.get(id) : undefined;
  const step = position === undefined ? undefined : copy.steps[position];
  if (position === undefined || step === undefined) return;
  const next = merged(step, change(step));
  const steps = copy.steps.slice();
  steps[position] = next;
  copy.steps = steps;
  if (next.status === step.status) return;
  copy.tally = {
    ...copy.tally,
    [step.status]: copy.tally[step.status] - 1,
    [next.status]: copy.tally[next.status] + 1,
  };
  if ((step.status === 'running' || step.status === 'waiting') && !keepsTools(next)) forgetTools(copy, id);
  if (copy.gates && next.status !== 'waiting') copy.gates = withdrawn(copy.gates, id);
  copy.status = statusAfter(copy, next.status);
}

function merged(step: StepState, changes: Partial<StepState>): StepState {
  const next = { ...step };
  for (const key of Object.keys(changes) as (keyof StepState)[]) {
    if (changes[key] !== undefined) Object.assign(next, { [key]: changes[key] });
    else if (key in next) delete next[key];
  }
  return next;
}

/** `queued` until the first claim; `waiting` while a step waits and none is ready or running. */
function statusAfter(state: RunState, entered: StepStatus): RunState['status'] {
  if (isEnded(state) || state.status === 'paused') return state.status;
  const { ready, running, waiting } = state.tally;
  if (waiting > 0 && ready === 0 && running === 0) return 'waiting';
  if (entered === 'running' || state.status === 'running') return 'running';
  return hasRun(state) ? 'running' : 'queued';
}

const hasRun = (state: RunState): boolean => state.steps.some((step) => step.epoch > 0);

/** What a paused run goes on as. */
export function statusResumed(state: RunState): RunState['status'] {
  const { ready, running, waiting } = state.tally;
  if (waiting > 0 && ready === 0 && running === 0) return 'waiting';
  return hasRun(state) ? 'running' : 'queued';
}

/** A step that waits for an answer to its tools; who only gives its worker back has none under way. */
const keepsTools = ({ status, waitingOn }: StepState): boolean =>
  status === 'waiting' && waitingOn?.kind !== 'worker' && waitingOn?.kind !== 'budget';

function forgetTools(copy: RunState, stepId: string): void {
  if (!copy.openTools.some((tool) => tool.stepId === stepId && tool.kind !== 'effect')) return;
  copy.openTools = copy.openTools.filter((tool) => tool.stepId !== stepId || tool.kind === 'effect');
}
