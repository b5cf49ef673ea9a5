// Engine: the epoch is what authorises an actor's delivery and its intent.

import { planStep } from '@domain/run/graph';
import { intentRefusal, isLimit } from '@domain/run/handoff';
import type { HandoffRefusal, Intent } from '@domain/run/handoff-facts';
import { MAX_REPAIRS } from '@domain/run/limits';
import { previewOf } from '@domain/run/preview';
import type { StepState } from '@domain/run/state';
import type { ModelAnswer } from '../../agents/port';
import { readTurn } from '../../agents/prompt/turn';
import { newId } from '../../db/ids';
import type { Draft } from '../../db/journal/draft';
import type { CallOutput } from './checkpoint';
import { addressOf, type Claimed } from './claimed';
import { complete } from './complete';
import type { Conversation } from './conversation';
import { nextCall } from './next-call';
import { recordOutcome } from './record';
import type { Runtime } from './runtime';
import { settledAnswer } from './settlement';
import { reminderOf } from './turn';

/**
 * Follows an actor's answer: its delivery is recorded together with what it wants. What cannot be read or may not
 * happen goes back to it, a refused wish as facts too; when it has no repair or turn left, or wants nothing, its step
 * waits on `intent` with what it delivered.
 */
export async function actorTurn(
  runtime: Runtime,
  claimed: Claimed,
  talk: Conversation,
  answer: ModelAnswer,
  output: CallOutput,
): Promise<Claimed | null> {
  const { state, stepId } = claimed;
  const reading = readTurn(talk.planned.contractSchema, answer.text);
  const mayRepeat = talk.repairs < MAX_REPAIRS && claimed.call.ordinal < talk.planned.maxTurns;
  const again = async (repair: string, refused?: Refused): Promise<Claimed | null> => {
    talk.repairs += 1;
    output.repair = repair;
    const also = (draft: Draft, step: StepState) => addRefusal(draft, claimed, step, refused);
    const next = await nextCall(runtime, claimed, talk, answer, output, [], also);
    return next === 'conflict' ? null : next;
  };
  if (!reading.ok) {
    if (mayRepeat) return again(reading.repair);
    await waitOnIntent(runtime, claimed, answer, output, { text: answer.text });
    return null;
  }
  const { intent, text } = reading;
  const why = intentRefusal(state, stepId, intent);
  const refused = why && !isLimit(why) ? { intent, why } : undefined;
  if (refused && mayRepeat) return again(reminderOf(state, stepId, intent.to, refused.why), refused);
  if (!refused && intent.kind !== 'none')
    return complete(runtime, claimed, { ...answer, text }, output, { intent, value: reading.value });
  await waitOnIntent(runtime, claimed, answer, output, reading, refused);
  return null;
}

type Refused = { intent: Intent; why: HandoffRefusal };

function addRefusal(
  draft: Draft,
  claimed: Claimed,
  { epoch }: StepState,
  refused: Refused | undefined,
): void {
  if (!refused) return;
  const { intent, why } = refused;
  const at = { ...addressOf(claimed), epoch, ordinal: claimed.call.ordinal };
  const words = intent.reason === undefined ? {} : { reason: intent.reason };
  if (intent.kind === 'cancel') draft.add({ type: 'handoff.rejected', ...at, reason: why });
  else draft.add({ type: 'handoff.started', ...at, to: intent.to ?? '', ...words });
}

async function waitOnIntent(
  runtime: Runtime,
  claimed: Claimed,
  answer: ModelAnswer,
  output: CallOutput,
  { text, value }: { text: string; value?: unknown },
  refused?: Refused,
): Promise<void> {
  const artifactId = newId();
  const settled = settledAnswer(claimed, answer, { ...output, text: '' });
  await recordOutcome(runtime, claimed, settled, (draft, step) => {
    const { id: stepId, round, epoch } = step;
    const planned = draft.state.plan && planStep(draft.state.plan, stepId);
    const slotId = planned?.slotId ?? stepId;
    const preview = previewOf({ text, value }, planned?.contractSchema);
    draft.artifacts.push({
      ...{ id: artifactId, stepId, slotId, round, kind: 'contract', text },
      ...(value !== undefined && { value }),
    });
    addRefusal(draft, claimed, step, refused);
    const waiting = { on: { kind: 'intent' }, artifactId, preview };
    return draft.add({ type: 'plan.task.waiting', ...addressOf(claimed), epoch, ...waiting });
  });
}
