// Engine: runs a claimed step; rights were checked with its claim, each write is fenced by its epoch.
import { MAX_REPAIRS, MODEL_CALL_MS } from '@domain/run/limits';
import { aborted, ModelError } from '../../agents/model-error';
import { type ModelAnswer, type ModelRequest, traceHeaders } from '../../agents/port';
import { readVerdict } from '../../agents/prompt/verdict';
import { failpoint } from '../../failpoint';
import { bus } from '../../live/bus';
import { log } from '../../log';
import type { CallOutput } from './checkpoint';
import type { Claimed } from './claimed';
import { complete } from './complete';
import { type Conversation, openConversation } from './conversation';
import { fail } from './fail';
import { guardStep } from './guard';
import { nextCall } from './next-call';
import type { Runtime } from './runtime';
import { settledAnswer, settledError } from './settlement';
import { answerTools, toolsOffered } from './tools';

/**
 * Works on a step until its outcome is recorded: model, tools, model … Answers the run's next step when it was
 * claimed with the record (continuation), else null. Never throws for what a model or a tool does.
 */
export async function executeStep(runtime: Runtime, claimed: Claimed): Promise<Claimed | null> {
  const guard = guardStep(runtime, claimed);
  let current = claimed;
  let talk: Conversation | undefined;
  try {
    talk = await openConversation(claimed, toolsOffered(claimed));
    for (;;) {
      const next = await oneTurn(runtime, current, talk, guard.signal);
      if (next === null || next.stepId !== claimed.stepId || next.epoch !== claimed.epoch) return next;
      current = next;
    }
  } catch (error) {
    const broken = guard.signal.aborted ? aborted() : new ModelError('connection', messageOf(error));
    if (broken.reason !== 'aborted')
      log().error({ err: error, ...claimed.ref, stepId: claimed.stepId }, 'step broke');
    const reason = broken.reason === 'aborted' ? 'aborted' : 'internal';
    await fail(runtime, current, settledError(current, broken), {
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
  try {
    answer = await callModel(runtime, claimed, talk, signal);
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    const late = thrown.reason === 'aborted' && !signal.aborted;
    const error = late ? new ModelError('timeout', `No answer within ${MODEL_CALL_MS / 1_000} s`) : thrown;
    const { reason, retryable, retryAfterMs, message } = error;
    await fail(runtime, claimed, settledError(claimed, error), {
      reason,
      retryable,
      retryAfterMs,
      detail: message,
    });
    return null;
  }
  await failpoint('step.after_llm_before_commit');
  const output: CallOutput = { text: answer.text, toolCalls: answer.toolCalls, results: [] };
  if (answer.toolCalls.length > 0) {
    const used = await answerTools(claimed, answer.toolCalls, signal);
    output.results = used.map(({ callId, name, text, failed }) => ({ callId, name, text, failed }));
    return nextCall(runtime, claimed, talk, answer, output, used);
  }
  if (answer.finish === 'length') {
    const detail = 'The answer was cut at the agent’s output limit';
    await fail(runtime, claimed, settledAnswer(claimed, answer, output), {
      reason: 'output_truncated',
      retryable: false,
      detail,
    });
    return null;
  }
  if (!talk.planned.reviewOf) return complete(runtime, claimed, answer, output);
  const reading = readVerdict(answer.text);
  if (reading.ok) return complete(runtime, claimed, answer, output, reading.verdict);
  if (talk.repairs < MAX_REPAIRS) {
    talk.repairs += 1;
    output.repair = reading.repair;
    return nextCall(runtime, claimed, talk, answer, output, []);
  }
  await fail(runtime, claimed, settledAnswer(claimed, answer, output), {
    reason: 'verdict_invalid',
    retryable: false,
    detail: reading.problem,
  });
  return null;
}

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
  // A verdict streams as JSON, which nobody wants to watch.
  const live = talk.planned.reviewOf === undefined;
  const onText = (text: string): void => {
    bus().publishText({ ...ref, stepId, epoch, offset: talk.shown, text });
    talk.shown += text.length;
  };
  return runtime.connect(ref.orgId, agent).call(request, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(MODEL_CALL_MS)]),
    ...(live && { onText }),
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
