// Engine: outcomes of a step that was claimed with the starter's rights; the epoch is what authorises them.
import { stoppedFact } from '@domain/run/claim-facts';
import type { InputOf } from '@domain/run/fact';
import { isEnded, type StepState, stepIn } from '@domain/run/state';
import { type Appended, appendToRun } from '../../db/journal/append';
import type { Draft } from '../../db/journal/draft';
import { patiently } from '../../db/transient';
import { control, failpoint } from '../../failpoint';
import { afterAppend } from './after';
import { addressOf, type Claimed } from './claimed';
import type { Runtime } from './runtime';
import type { Settlement } from './settlement';

/** How long a record outlives a database that is away, in ms: the work is done, only its place is missing. */
const RECORD_PATIENCE_MS = 60_000;
// control: gives up what was worked out as soon as the database is away
const patience = (): number => (control('patience') ? 0 : RECORD_PATIENCE_MS);

/** The step as this claim owns it, or null: another epoch has it, or it is not running any more. */
export function ownedStep(draft: Draft, claimed: Claimed): StepState | null {
  const step = stepIn(draft.state, claimed.stepId);
  if (step?.status !== 'running') return null;
  // control: lets a worker write whose lease another one has taken over
  const epoch = control('fence') ? step.epoch : claimed.epoch;
  return step.epoch === epoch ? step : null;
}

export function settleBody(claimed: Claimed, settled: Settlement): InputOf<'model.settled'> {
  const { output: _, ...amounts } = settled;
  return {
    type: 'model.settled',
    ...addressOf(claimed),
    callId: claimed.call.callId,
    ...amounts,
  };
}

/**
 * Writes the outcome of the claimed step's open call and what `then` adds. In an ended run the step answers
 * `step.stopped` instead; when the step is no longer this claim's, its call alone is settled, so that the ledger
 * has no open end.
 */
export async function recordOutcome(
  runtime: Runtime,
  claimed: Claimed,
  settled: Settlement,
  then: (draft: Draft, step: StepState) => boolean,
  taken?: (appended: Appended) => string | undefined,
): Promise<Appended> {
  await failpoint('step.before_record');
  const decide = (draft: Draft): boolean => {
    const open = draft.state.openCalls.some((call) => call.callId === claimed.call.callId);
    const step = ownedStep(draft, claimed);
    if (!step && !open) return false;
    if (open) draft.add(settleBody(claimed, settled));
    draft.outputs.set(claimed.call.callId, settled.output);
    if (!step) return open;
    draft.fences.push({ step: step.id, epoch: step.epoch });
    if (!isEnded(draft.state)) return then(draft, step);
    const answer = stoppedFact(draft.state, step.id, msSince(draft.state.endedAt));
    return answer === null ? open : draft.add(answer);
  };
  const appended = await patiently(
    () => appendToRun(claimed.ref, decide, { leaseMs: runtime.leaseMs }),
    patience(),
  );
  afterAppend(claimed.ref, appended, taken?.(appended));
  return appended;
}

/**
 * Whether the run, as the record left it, has this call open. Only that says what was taken with an outcome: a
 * decision that a stop overtook has dropped its call, and one whose commit was not heard of has it all the same.
 */
export const isOpened = ({ state }: Appended, callId: string): boolean =>
  state?.openCalls.some((call) => call.callId === callId) ?? false;

const msSince = (at: string | undefined): number => (at ? Math.max(0, Date.now() - Date.parse(at)) : 0);
