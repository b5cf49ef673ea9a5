// Engine: the epoch is what authorises a running step to wait.
import { nextGateId } from '@domain/run/gate';
import { GATE_MS } from '@domain/run/limits';
import type { ModelAnswer } from '../../agents/port';
import type { Draft } from '../../db/journal/draft';
import { control } from '../../failpoint';
import type { CallOutput } from './checkpoint';
import { addressOf, type Claimed } from './claimed';
import { recordOutcome } from './record';
import type { Runtime } from './runtime';
import { settledAnswer } from './settlement';
import { addTools, type UsedTool } from './tools';

/**
 * Records the answered call with its tools, some of which have their results later, and lets the step wait for them:
 * in one append it gives up its slot, its lease and its reservation, and its worker is free. The fact that it waits
 * for makes it ready again; the claim after that replays what was settled, the results that came among it, and the
 * same attempt goes on. `conflict`: see `nextCall`.
 */
export async function waitForResults(
  runtime: Runtime,
  claimed: Claimed,
  answer: ModelAnswer,
  output: CallOutput,
  used: UsedTool[],
): Promise<'conflict' | null> {
  const settled = settledAnswer(claimed, answer, output);
  let overtaken = false;
  const { outcome } = await recordOutcome(runtime, claimed, settled, (draft, step) => {
    addTools(draft, claimed, step.epoch, used);
    overtaken = !startChildren(draft, claimed, step.epoch, used);
    if (overtaken) return false;
    const on = openWaits(draft, claimed, step.epoch, used);
    return draft.add({ type: 'plan.task.waiting', ...addressOf(claimed), epoch: step.epoch, on });
  });
  // control: the worker stays with a step that waits, so that those who wait leave none for whom they wait for
  if (outcome === 'appended' && control('free_wait')) await new Promise(() => {});
  return outcome === 'conflict' || (outcome === 'refused' && overtaken) ? 'conflict' : null;
}

/** The delegated steps, in the same append: a crash leaves all of them or none. False: the run's room was used up meanwhile. */
function startChildren(draft: Draft, claimed: Claimed, epoch: number, used: UsedTool[]): boolean {
  return used.every(({ id: callId, children }) =>
    children.every((child) =>
      draft.add({ type: 'delegation.started', ...addressOf(claimed), epoch, callId, ...child }),
    ),
  );
}

/** Asks for what has to be asked for; answers what the step waits on. An answer's tools wait for one kind of thing. */
function openWaits(
  draft: Draft,
  claimed: Claimed,
  epoch: number,
  used: UsedTool[],
): { kind: string; ref?: string } {
  for (const { id: callId, later } of used) {
    if (later?.kind !== 'question') continue;
    const gateId = nextGateId(draft.state);
    const { question } = later;
    const asked = { gateId, kind: 'question' as const, question, callId, waitMs: GATE_MS };
    draft.add({ type: 'approval.requested', ...addressOf(claimed), epoch, ...asked });
    return { kind: 'question', ref: gateId };
  }
  return { kind: used.find((tool) => tool.later)?.later?.kind ?? 'worker' };
}
