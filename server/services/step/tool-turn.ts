import type { ModelAnswer } from '../../agents/port';
import { CHANGED_MEANWHILE } from '../../agents/tools';
import type { CallOutput } from './checkpoint';
import type { Claimed } from './claimed';
import type { Conversation } from './conversation';
import { nextCall } from './next-call';
import type { Runtime } from './runtime';
import { answerTools, type UsedTool } from './tools';
import { waitForResults } from './wait';

/** Times that an answer's tools look again when a file has changed under them; then its writes are refused. */
const MOST_LOOKS = 5;

/**
 * Carries out an answer's tool calls and records them with the next call. When a shared file has changed between a
 * tool's look and the record, the tools look again: none of them has done anything yet.
 */
export async function toolTurn(
  runtime: Runtime,
  claimed: Claimed,
  talk: Conversation,
  answer: ModelAnswer,
  output: CallOutput,
  signal: AbortSignal,
): Promise<Claimed | null> {
  for (let look = 1; ; look++) {
    const answered = await answerTools(claimed, answer.toolCalls, signal);
    const used = look < MOST_LOOKS ? answered : answered.map(withoutFiles).map(withoutChildren);
    output.results = used.map(resultOf);
    // A step without turns left has nobody to tell the result to.
    const waits = claimed.call.ordinal < talk.planned.maxTurns && used.some((tool) => tool.later);
    const next = waits
      ? await waitForResults(runtime, claimed, answer, output, used)
      : await nextCall(runtime, claimed, talk, answer, output, used);
    if (next !== 'conflict') return next;
  }
}

const resultOf = ({ callId, name, text, failed, later, id }: UsedTool): CallOutput['results'][number] => ({
  callId,
  name,
  text,
  failed,
  ...(later && { pending: { kind: later.kind, ref: id } }),
});

const withoutFiles = (tool: UsedTool): UsedTool =>
  tool.files.length === 0
    ? tool
    : {
        ...tool,
        ...CHANGED_MEANWHILE,
        failed: true,
        files: [],
      };

const withoutChildren = ({ later, ...tool }: UsedTool): UsedTool =>
  tool.children.length === 0
    ? { ...tool, ...(later && { later }) }
    : {
        ...tool,
        outcome: 'refused',
        reason: 'too_many_children',
        failed: true,
        children: [],
        text: 'Others have used up what this run may delegate. Do it yourself.',
      };
