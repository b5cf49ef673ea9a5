import { setTimeout as delay } from 'node:timers/promises';
import { aborted } from '../model-error';
import type { ModelAnswer, ModelCallOptions, ModelPort, ModelRequest } from '../port';
import { estimateTokens, fitTokens } from '../tokens';
import { readTask } from './read';
import { judge } from './review';
import { sample } from './sample';
import { isTurn, takeTurn } from './take-turn';
import { chooseTool } from './tool-choice';
import { writeDelivery } from './write';

const isVerdict = (request: ModelRequest): boolean => {
  const properties = request.schema?.jsonSchema.properties;
  return (
    typeof properties === 'object' && properties !== null && 'accept' in properties && 'issues' in properties
  );
};

function answerText(request: ModelRequest): string {
  const task = readTask(request);
  if (!request.schema) return writeDelivery(task);
  if (isVerdict(request)) return JSON.stringify(judge(task));
  if (isTurn(request)) return JSON.stringify(takeTurn(request, task));
  return JSON.stringify(sample(request.schema.jsonSchema, `Demo model: ${task.goal}`));
}

const inputTokens = ({ system, messages, tools, schema }: ModelRequest): number =>
  estimateTokens(JSON.stringify([system, messages, tools, schema]));

async function stream(text: string, options: ModelCallOptions, wordDelayMs: number): Promise<void> {
  if (wordDelayMs === 0) {
    options.onText?.(text);
    return;
  }
  for (const [word] of text.matchAll(/\s*\S+\s*?/g)) {
    await delay(wordDelayMs, undefined, { signal: options.signal }).catch(() => {
      throw aborted();
    });
    options.onText?.(word);
  }
}

/**
 * A deterministic model without a key or network that does the real thing: it reads its prompt, uses an offered
 * tool when asked to, streams, answers schemas, and rejects once as a reviewer when the work misses a stated point.
 * `wordDelayMs` is the real time between two words; 0 streams the whole at once.
 */
export function demoModel({ wordDelayMs }: { wordDelayMs: number }): ModelPort {
  return {
    async call(request, options): Promise<ModelAnswer> {
      if (options.signal.aborted) throw aborted();
      const used = inputTokens(request);
      const call = chooseTool(request, readTask(request));
      if (call) {
        const usage = { inputTokens: used, outputTokens: estimateTokens(JSON.stringify(call)) };
        return { text: '', toolCalls: [call], finish: 'tool_calls', usage };
      }
      const whole = answerText(request);
      const text = fitTokens(whole, request.maxOutputTokens);
      await stream(text, options, wordDelayMs);
      return {
        text,
        toolCalls: [],
        finish: text === whole ? 'stop' : 'length',
        usage: { inputTokens: used, outputTokens: estimateTokens(text) },
      };
    },
  };
}
