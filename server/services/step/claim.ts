// Engine: a claim carries the rights of the run's start, which the append re-checks under the lock.
import { planStep } from '@domain/run/graph';
import type { PlanStep } from '@domain/run/plan';
import { type RunState, type StepState, stepIn } from '@domain/run/state';
import { appendToRun, knownRun, readRun } from '../../db/journal/append';
import {
  type AgentRow,
  type Candidate,
  type Checkpoint,
  readAgent,
  readCheckpoint,
} from '../../db/journal/engine';
import { control, failpoint } from '../../failpoint';
import { afterAppend } from './after';
import { holdAtCap } from './at-cap';
import { withDeliveries } from './child-results';
import type { Claimed } from './claimed';
import { pauseForRights } from './pause-for-rights';
import type { Runtime } from './runtime';
import { type Started, startStep } from './start-step';

/**
 * Takes one ready step: `running`, epoch + 1, leased to this worker, its first call opened and reserved.
 * Null: somebody else has it, its run may not go on, its money is reserved elsewhere, or it is not ready any more.
 */
export async function claimStep(runtime: Runtime, candidate: Candidate): Promise<Claimed | null> {
  const { orgId, runId, stepId } = candidate;
  const ref = { orgId, runId };
  // What this process knows may be old: it may only say yes, and the append decides.
  const known = readyIn(knownRun(ref), stepId);
  const claimed = known ? await claimAs(runtime, candidate, known) : 'old';
  if (claimed !== 'old') return claimed;
  const now = readyIn(await readRun(ref), stepId);
  const again = now ? await claimAs(runtime, candidate, now) : null;
  return again === 'old' ? null : again;
}

type Ready = { state: RunState; step: StepState; planned: PlanStep };

/** `old`: the step has been worked on since, so what was read for its prompt may lack what it has settled. */
async function claimAs(
  runtime: Runtime,
  candidate: Candidate,
  ready: Ready,
): Promise<Claimed | null | 'old'> {
  const { orgId, runId, stepId } = candidate;
  const ref = { orgId, runId };
  const { state, step, planned } = ready;
  const agent = await readAgent(orgId, planned.agentId);
  // control: forgets what earlier attempts have already paid for
  const earlier = (step.attempt > 1 || step.toolRounds > 0) && !control('checkpoint');
  const checkpoint = earlier
    ? await withDeliveries(ref, state, await readCheckpoint(ref, stepId, step.round))
    : null;
  await failpoint('step.before_claim');
  return claimWith(runtime, candidate, step, agent, checkpoint);
}

function readyIn(state: RunState | null | undefined, stepId: string): Ready | undefined {
  const step = state ? stepIn(state, stepId) : undefined;
  const planned = state?.plan ? planStep(state.plan, stepId) : undefined;
  return state && step?.status === 'ready' && planned ? { state, step, planned } : undefined;
}

async function claimWith(
  runtime: Runtime,
  { orgId, runId, stepId }: Candidate,
  as: StepState,
  agent: AgentRow | null,
  checkpoint: Checkpoint | null,
): Promise<Claimed | null | 'old'> {
  const ref = { orgId, runId };
  let started: Started = { outcome: 'refused' };
  let old = false;
  const appended = await appendToRun(
    ref,
    (draft) => {
      const step = stepIn(draft.state, stepId);
      old = step?.status === 'ready' && (step.epoch !== as.epoch || step.round !== as.round);
      if (old) return false;
      started = startStep(draft, stepId, runtime.worker, agent, checkpoint);
      return started.outcome !== 'refused';
    },
    { leaseMs: runtime.leaseMs, skipLocked: true },
  );
  if (old) return 'old';
  if (appended.outcome === 'denied') await pauseForRights(runtime, ref);
  if (appended.outcome === 'capped') await holdAtCap(runtime, ref, stepId, appended.short);
  if (appended.outcome !== 'appended') return null;
  const result = started as Started;
  afterAppend(ref, appended, result.outcome === 'started' ? stepId : undefined);
  if (result.outcome !== 'started' || !agent) return null;
  return { ref, stepId, ...result, agent, checkpoint, state: appended.state, continued: 0 };
}
