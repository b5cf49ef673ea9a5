// Engine: the epoch is what authorises the outcome; the next step's claim re-checks the starter's rights.
import type { Verdict } from '@domain/run/fact';
import { deliveredFact } from '@domain/run/gate';
import { planStep } from '@domain/run/graph';
import type { Intent } from '@domain/run/handoff-facts';
import { MAX_CONTINUATIONS } from '@domain/run/limits';
import { previewOf } from '@domain/run/preview';
import { claimable } from '@domain/run/ring';
import { type StepState, stepIn } from '@domain/run/state';
import type { ModelAnswer } from '../../agents/port';
import { newId } from '../../db/ids';
import type { Appended } from '../../db/journal/append';
import type { Draft } from '../../db/journal/draft';
import { type AgentRow, readAgent, rememberArtifact } from '../../db/journal/engine';
import type { CallOutput } from './checkpoint';
import { addressIn, type Claimed } from './claimed';
import { mayContinue } from './fairness';
import { likelyNext } from './likely-next';
import { isOpened, recordOutcome } from './record';
import type { Runtime } from './runtime';
import { settledAnswer } from './settlement';
import { type Started, startStep } from './start-step';

/**
 * Records a delivered output, with its value where its contract has a schema, or a verdict, with all that follows from it, and takes the run's next step in the
 * same commit where that is fair. Answers that step's claim, or null.
 */
export async function complete(
  runtime: Runtime,
  claimed: Claimed,
  answer: ModelAnswer,
  output: CallOutput,
  { verdict, intent, value }: { verdict?: Verdict | undefined; intent?: Intent; value?: unknown } = {},
): Promise<Claimed | null> {
  // Only a help: an answer is never lost to a database that is away for a moment.
  const agents = await agentsAhead(runtime, claimed).catch(() => new Map<string, AgentRow>());
  const artifactId = newId();
  // The same in every try: a claim whose commit was not heard of is known by it.
  const callId = newId();
  const settled = settledAnswer(claimed, answer, { ...output, text: '' });
  let taken: { stepId: string; started: Started; agent: AgentRow } | undefined;
  const decide = (continuing: boolean) => (draft: Draft, step: StepState) => {
    taken = undefined;
    const planned = draft.state.plan && planStep(draft.state.plan, step.id);
    draft.artifacts.push({
      id: artifactId,
      stepId: step.id,
      slotId: planned?.slotId ?? step.id,
      round: step.round,
      kind: verdict ? 'verdict' : 'contract',
      text: answer.text,
      ...(value !== undefined && { value }),
    });
    const preview = previewOf({ text: answer.text, value }, planned?.contractSchema);
    const done = {
      ...addressIn(step),
      epoch: step.epoch,
      artifactId,
      preview,
      ...(verdict && { verdict }),
      ...(intent && { intent }),
    };
    if (!draft.add(deliveredFact(draft.state, planned ?? undefined, done))) return false;
    if (continuing) taken = takeNext(draft, runtime.worker, agents, callId);
    return true;
  };
  const record = (continuing: boolean) =>
    recordOutcome(runtime, claimed, settled, decide(continuing), (as) => claimOf(as)?.stepId);
  const claimOf = (as: Appended) =>
    taken?.started.outcome === 'started' && isOpened(as, taken.started.call.callId)
      ? { stepId: taken.stepId, ...taken.started, agent: taken.agent }
      : undefined;
  let appended = await record(agents.size > 0);
  // The starter's rights are gone: the outcome counts all the same, the next claim will pause the run.
  // No room for the next step under a cap: its own claim will find out, this outcome counts all the same.
  if (appended.outcome === 'denied' || appended.outcome === 'capped') appended = await record(false);
  const { ref, continued } = claimed;
  if (appended.outcome === 'appended') rememberArtifact(ref.orgId, artifactId, answer.text);
  const next = claimOf(appended);
  if (!next || !appended.state) return null;
  return { ref, ...next, checkpoint: null, state: appended.state, continued: continued + 1 };
}

function takeNext(draft: Draft, worker: string, agents: Map<string, AgentRow>, callId: string) {
  const stepId = claimable(draft.state, 1)[0];
  const planned = stepId !== undefined && draft.state.plan && planStep(draft.state.plan, stepId);
  const agent = planned ? agents.get(planned.agentId) : undefined;
  const step = stepId === undefined ? undefined : stepIn(draft.state, stepId);
  if (!agent || !step || step.attempt > 1 || step.toolRounds > 0) return undefined;
  return { stepId: step.id, started: startStep(draft, step.id, worker, agent, null, callId), agent };
}

/** The agents that the next step may need, read before the record; none when this run must not be continued. */
async function agentsAhead(runtime: Runtime, claimed: Claimed): Promise<Map<string, AgentRow>> {
  const agents = new Map<string, AgentRow>();
  const { orgId } = claimed.ref;
  const { plan } = claimed.state;
  if (!plan || claimed.continued >= MAX_CONTINUATIONS || runtime.draining() || !(await mayContinue(orgId)))
    return agents;
  for (const id of new Set(likelyNext(plan, claimed.stepId))) {
    const row = await readAgent(orgId, id);
    if (row) agents.set(id, row);
  }
  return agents;
}
