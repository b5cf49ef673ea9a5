// Engine: runs a claimed step; rights were checked with its claim, each write is fenced by its epoch.
import { MAX_REPAIRS, MODEL_CALL_MS, STEP_MS } from '@domain/run/limits';
import { aborted, ModelError } from '../../agents/model-error';
import { type ModelAnswer, type ModelRequest, traceHeaders } from '../../agents/port';
import { keptCall } from '../../agents/tools/kept-call';
import { patiently } from '../../db/transient';
import { failpoint } from '../../failpoint';
import { bus } from '../../live/bus';
import { log } from '../../log';
import { actorTurn } from './actor-turn';
import { leaveUnsent } from './at-cap';
import type { CallOutput } from './checkpoint';
import type { Claimed } from './claimed';
import { complete } from './complete';
import { type Conversation, openConversation } from './conversation';
import { beyondCover } from './covered';
import { fail } from './fail';
import { guardStep } from './guard';
import { readDelivery } from './read-delivery';
import type { Runtime } from './runtime';
import { settledAnswer, settledError } from './settlement';
import { toolTurn } from './tool-turn';
import { toolsOffered } from './tools';

/** How long the beginning of a step waits for a database that is away, in ms. */
const OPEN_PATIENCE_MS = 10_000;

/**
 * Works on a step until its outcome is recorded: model, tools, model … Answers the run's next step when it was
 * claimed with the record (continuation), else null. Never throws for what a model or a tool does.
 */
export async function executeStep(runtime: Runtime, claimed: Claimed): Promise<Claimed | null> {
  const guard = guardStep(runtime, claimed);
  let current = claimed;
  let talk: Conversation | undefined;
  try {
    talk = await patiently(() => openConversation(claimed, toolsOffered(claimed)), OPEN_PATIENCE_MS);
    for (;;) {
      const next = await oneTurn(runtime, current, talk, guard.signal);
      if (next === null || next.stepId !== claimed.stepId || next.epoch !== claimed.epoch) return next;
      current = next;
    }
  } catch (error) {
    const unsent = talk === undefined;
    const broken = guard.signal.aborted
      ? aborted(unsent)
      : new ModelError('connection', messageOf(error), { unsent });
    if (broken.reason !== 'aborted')
      log().error({ err: error, ...claimed.ref, stepId: claimed.stepId }, 'step broke');
    const reason = broken.reason === 'aborted' ? 'aborted' : 'internal';
    // What was answered is paid for, whatever broke behind it.
    const settled = talk?.answer ? settledAnswer(current, talk.answer) : settledError(current, broken);
    await fail(runtime, current, settled, {
      reason,
      retryable: true,
      detail: broken.message,
    });
    return null;
  } finally {
    guard.stop();
    if (talk && talk.shown > 0) bus().clearText(claimed.ref, claimed.stepId, claimed.epoch);
  }
}

/** One model call and what follows: the same step with its next call open, the run's next step, or null. */
async function oneTurn(
  runtime: Runtime,
  claimed: Claimed,
  talk: Conversation,
  signal: AbortSignal,
): Promise<Claimed | null> {
  let answer: ModelAnswer;
  talk.answer = undefined;
  const beyond = beyondCover(claimed, talk);
  if (beyond !== null) {
    await leaveUnsent(runtime, claimed, beyond);
    return null;
  }
  try {
    answer = await callModel(runtime, claimed, talk, signal);
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    const late = thrown.reason === 'aborted' && !signal.aborted;
    const error = late ? lateError(talk) : thrown;
    const { retryable, retryAfterMs, message } = error;
    const reason = late && isOver(talk) ? 'timed_out' : error.reason;
    await fail(runtime, claimed, settledError(claimed, error), {
      reason,
      retryable,
      retryAfterMs,
      detail: message,
    });
    return null;
  }
  answer = { ...answer, toolCalls: answer.toolCalls.map(keptCall) };
  talk.answer = answer;
  await failpoint('step.after_llm_before_commit');
  const output: CallOutput = { text: answer.text, toolCalls: answer.toolCalls, results: [] };
  if (answer.toolCalls.length > 0) return toolTurn(runtime, claimed, talk, answer, output, signal);
  if (answer.finish === 'length') {
    const detail = 'The answer was cut at the agent’s output limit';
    await fail(runtime, claimed, settledAnswer(claimed, answer, output), {
      reason: 'output_truncated',
      retryable: false,
      detail,
    });
    return null;
  }
  if (claimed.state.handoff) return actorTurn(runtime, claimed, talk, answer, output);
  const reading = readDelivery(talk.planned, answer.text);
  if (reading.ok) return complete(runtime, claimed, answer, output, reading);
  if (talk.repairs < MAX_REPAIRS) {
    talk.repairs += 1;
    output.repair = reading.repair;
    return toolTurn(runtime, claimed, talk, answer, output, signal);
  }
  await fail(runtime, claimed, settledAnswer(claimed, answer, output), {
    reason: reading.reason,
    retryable: false,
    detail: reading.problem,
  });
  return null;
}

const isOver = (talk: Conversation): boolean => Date.now() >= talk.until;

const lateError = (talk: Conversation): ModelError =>
  isOver(talk)
    ? new ModelError('timeout', `The step took longer than ${STEP_MS / 60_000} min`, { retryable: false })
    : new ModelError('timeout', `No answer within ${MODEL_CALL_MS / 1_000} s`);

async function callModel(
  runtime: Runtime,
  claimed: Claimed,
  talk: Conversation,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { ref, stepId, round, epoch, agent, call } = claimed;
  const request: ModelRequest = {
    model: agent.model,
    system: talk.system,
    messages: talk.messages,
    tools: talk.tools,
    schema: talk.schema,
    maxOutputTokens: agent.maxOutputTokens,
    headers: traceHeaders({ runId: ref.runId, stepId, round, epoch, ordinal: call.ordinal }),
  };
  // What has a schema streams as JSON, which nobody wants to watch.
  const live = talk.schema === undefined;
  const onText = (text: string): void => {
    bus().publishText({ ...ref, stepId, epoch, offset: talk.shown, text });
    talk.shown += text.length;
  };
  const atMost = Math.min(MODEL_CALL_MS, Math.max(0, talk.until - Date.now()));
  const limit = limited(signal, atMost);
  try {
    return await runtime.connect(ref.orgId, agent).call(request, {
      signal: limit.signal,
      ...(live && { onText }),
    });
  } finally {
    limit.end();
  }
}

/** Fires with `signal` or after `ms`. A timer of our own: Node may collect a timeout inside `AbortSignal.any`. */
function limited(signal: AbortSignal, ms: number): { signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  const fire = () => stop.abort();
  if (signal.aborted) fire();
  const timer = setTimeout(fire, ms);
  signal.addEventListener('abort', fire, { once: true });
  return {
    signal: stop.signal,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', fire);
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
