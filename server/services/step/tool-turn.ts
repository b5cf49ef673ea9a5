import type { ModelAnswer } from '../../agents/port';
import type { CallOutput } from './checkpoint';
import type { Claimed } from './claimed';
import type { Conversation } from './conversation';
import { nextCall } from './next-call';
import type { Runtime } from './runtime';
import { answerTools, type UsedTool } from './tools';

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
    const used = look < MOST_LOOKS ? answered : answered.map(withoutFiles);
    output.results = used.map(({ callId, name, text, failed }) => ({ callId, name, text, failed }));
    const next = await nextCall(runtime, claimed, talk, answer, output, used);
    if (next !== 'conflict') return next;
  }
}

const withoutFiles = (tool: UsedTool): UsedTool =>
  tool.files.length === 0
    ? tool
    : {
        ...tool,
        outcome: 'refused',
        reason: 'conflict',
        failed: true,
        files: [],
        text: 'conflict: this file changes all the time. Read it again, then write.',
      };
