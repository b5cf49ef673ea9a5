// Engine: what time alone changes; no person acts here, so there is nothing to authorise or audit.
import { isOrphan, retryOrFail, unknownSettlements } from '@domain/run/claim-facts';
import { closeFact } from '@domain/run/end';
import type { InputOf } from '@domain/run/fact';
import { effectRequest } from '@domain/run/gate';
import { intentWaitMs } from '@domain/run/handoff';
import { ADOPT_MS, CLOSE_GRACE_MS, PAUSE_MS, RUN_MS } from '@domain/run/limits';
import { isEnded, type StepState, stepIn } from '@domain/run/state';
import { appendToRun } from '../../db/journal/append';
import type { Draft } from '../../db/journal/draft';
import { listSweep, type SweepItem } from '../../db/journal/engine';
import { control } from '../../failpoint';
import { log } from '../../log';
import { jobQueue, ringStep } from '../../queue/enqueue';
import { afterAppend } from '../step/after';
import type { Runtime } from '../step/runtime';
import { wakeAtCaps } from '../step/wake-capped';

/** Items of each kind that one sweep takes on. */
const LIMIT = 100;

/**
 * Brings along what no event does: lapsed leases become retries, ended runs are closed after their grace, runs that
 * outlived their clock end, as do gates that nobody decided and runs that nobody adopted, reserved money that nobody will settle comes back, ready
 * steps are rung for again. Answers how many steps stand ready.
 */
export async function sweepRuns(runtime: Runtime, round: number): Promise<number> {
  const after = { graceMs: CLOSE_GRACE_MS, clockMs: RUN_MS, adoptMs: ADOPT_MS, pauseMs: PAUSE_MS };
  const items = await listSweep(after, LIMIT);
  const ready = items.filter((item) => item.kind === 'ready');
  for (const item of items) {
    if (item.kind === 'ready') continue;
    try {
      await sweepOne(runtime, item);
    } catch (error) {
      log().error({ err: error, ...item }, 'sweep of one item failed');
    }
  }
  for (const orgId of orgsHeld(items)) await wakeAtCaps(orgId);
  await ringAgain(ready, round);
  return ready.length;
}

const orgsHeld = (items: SweepItem[]): Set<string> =>
  new Set(items.flatMap(({ kind, orgId }) => (kind === 'held' ? orgId : [])));

/**
 * Rings for as many ready steps as no job waits for: each job that waits takes one step, whichever it names, so
 * that jobs never pile up while all workers are busy.
 */
async function ringAgain(ready: SweepItem[], round: number): Promise<void> {
  // control: trusts the queue to keep what it was given
  if (ready.length === 0 || control('ring')) return;
  const waiting = await jobQueue()
    .waiting()
    .catch(() => null);
  // The queue is away: the caller runs them without it.
  if (waiting === null) return;
  for (const { orgId, runId, stepId } of ready.slice(0, Math.max(0, ready.length - waiting))) {
    await ringStep({ orgId, runId, stepId, epoch: 0 }, 0, round);
  }
}

async function sweepOne(runtime: Runtime, item: SweepItem): Promise<void> {
  // control: leaves a dead worker's step to itself
  if (item.kind === 'lapsed') return control('lapse') ? undefined : retryLapsed(runtime, item);
  if (item.kind === 'unclosed') return closeUnanswered(runtime, item);
  if (item.kind === 'overdue') {
    // One that was paused meanwhile has its clock stopped.
    return append(
      runtime,
      item,
      (draft) =>
        draft.state.status === 'running' &&
        draft.add({ type: 'run.failed', status: 'timed_out', reason: 'run_clock' }),
    );
  }
  if (item.kind === 'gate') {
    return append(runtime, item, (draft) =>
      draft.add({ type: 'approval.resolved', gateId: item.stepId, decision: 'timed_out' }),
    );
  }
  // control: waits for a silent actor for ever
  if (item.kind === 'silent') return control('silence') ? undefined : append(runtime, item, timeoutIntent);
  if (item.kind === 'held') return append(runtime, item, settleOrphans);
  return append(runtime, item, (draft) => {
    const reason = draft.state.reason === 'rights_lost' ? 'rights_lost' : 'pause_expired';
    return draft.state.status === 'paused' && draft.add({ type: 'run.cancelled', reason });
  });
}

/** The run has ended and stays so; a step that does not stop is somebody's to look at. */
async function closeUnanswered(runtime: Runtime, item: SweepItem): Promise<void> {
  let silent: string[] = [];
  await append(runtime, item, (draft) => {
    silent = draft.state.steps.flatMap(({ id, status }) => (status === 'running' ? [id] : []));
    return draft.add(closeFact(draft.state));
  });
  const { orgId, runId } = item;
  if (silent.length > 0)
    log().error({ orgId, runId, steps: silent }, 'steps did not answer the stop of their run');
}

/** Nobody has said what comes next in a handoff; one that goes on again has its clock from the start. */
function timeoutIntent(draft: Draft): boolean {
  const { state } = draft;
  const step = state.handoff && stepIn(state, state.handoff.active);
  if (!step || intentWaitMs(state) === undefined) return false;
  const { id: stepId, round, attempt } = step;
  return draft.add({ type: 'handoff.timeout', stepId, round, attempt });
}

/** Calls whose step was invalidated and whose worker did not live to answer: what they reserve comes back. */
function settleOrphans(draft: Draft): boolean {
  if (isEnded(draft.state)) return false;
  const orphans = unknownSettlements(draft.state, (call) => isOrphan(draft.state, call));
  for (const settlement of orphans) draft.add(settlement);
  return orphans.length > 0;
}

/** The worker died or was cut off: its open calls are unknown, the step gets its next attempt or has had its last. */
function retryLapsed(runtime: Runtime, item: SweepItem): Promise<void> {
  log().warn({ orgId: item.orgId, runId: item.runId, stepId: item.stepId }, 'lease lapsed');
  return append(runtime, item, (draft) => {
    const step = stepIn(draft.state, item.stepId);
    // An ended run's steps are settled when it is closed.
    if (step?.status !== 'running' || isEnded(draft.state)) return false;
    draft.fences.push({ step: step.id, epoch: step.epoch, lapsed: true });
    const isOfStep = (call: { stepId: string }) => call.stepId === step.id;
    for (const settlement of unknownSettlements(draft.state, isOfStep)) draft.add(settlement);
    const request = effectRequest(draft.state, step);
    if (request) return askAboutEffect(draft, step, request);
    return draft.add(retryOrFail(draft.state, step.id, 'crashed', 'The worker stopped answering', 0));
  });
}

/** An effect was begun and nobody knows what became of it: it is never repeated by itself, a person looks. */
function askAboutEffect(draft: Draft, step: StepState, request: InputOf<'approval.requested'>): boolean {
  const { id: stepId, round, attempt, epoch } = step;
  const on = { kind: 'effect_uncertain', ref: request.gateId };
  return draft.add(request) && draft.add({ type: 'plan.task.waiting', stepId, round, attempt, epoch, on });
}

async function append(
  runtime: Runtime,
  { orgId, runId }: SweepItem,
  decide: Parameters<typeof appendToRun>[1],
): Promise<void> {
  const ref = { orgId, runId };
  afterAppend(ref, await appendToRun(ref, decide, { leaseMs: runtime.leaseMs }));
}
