import type { Call, Reply } from './types';

/** An answer as the chunks of a chat completion stream. */

const chunk = (call: Call, fields: object): string =>
  `data: ${JSON.stringify({
    id: `chatcmpl-${call.n}`,
    object: 'chat.completion.chunk',
    created: Math.floor(call.at / 1000),
    model: call.body.model,
    ...fields,
  })}\n\n`;

const delta = (call: Call, content: object, finish: string | null = null): string =>
  chunk(call, { choices: [{ index: 0, delta: content, finish_reason: finish }] });

const toolDeltas = (call: Call, { toolCalls = [] }: Reply): string[] =>
  toolCalls.map(({ name, args }, index) =>
    delta(call, {
      tool_calls: [
        {
          index,
          id: `call_${call.n}_${index}`,
          type: 'function',
          function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
        },
      ],
    }),
  );

function usageChunk(call: Call, reply: Reply): string {
  const { input, output } = call.tokens;
  const usage = reply.usage ?? { prompt_tokens: input, completion_tokens: output };
  const total = { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
  if (reply.fault === 'usage_missing') return '';
  if (reply.fault === 'usage_negative')
    return chunk(call, { choices: [], usage: { ...total, prompt_tokens: -5 } });
  if (reply.fault === 'usage_nan') {
    return chunk(call, { choices: [], usage: total }).replace(/"prompt_tokens":\d+/, '"prompt_tokens":NaN');
  }
  return chunk(call, { choices: [], usage: total });
}

export type Chunks = { opening: string; words: string[]; ending: string };

/** The whole stream: opening, one chunk a word, and what ends it. */
export function chunksOf(call: Call, reply: Reply): Chunks {
  const text = reply.fault === 'empty' ? '' : (reply.text ?? '');
  const field = reply.fault === 'refusal' ? 'refusal' : 'content';
  const words = text.match(/\s*\S+(?:\s+$)?/g) ?? [];
  const finish = reply.finish ?? (reply.toolCalls ? 'tool_calls' : 'stop');
  return {
    opening: delta(call, { role: 'assistant', content: '' }),
    words: [...words.map((word) => delta(call, { [field]: word })), ...toolDeltas(call, reply)],
    ending: `${delta(call, {}, finish)}${usageChunk(call, reply)}data: [DONE]\n\n`,
  };
}

/** The same answer in one piece, for clients that do not stream. */
export const completionOf = (call: Call, reply: Reply): string =>
  JSON.stringify({
    id: `chatcmpl-${call.n}`,
    object: 'chat.completion',
    created: Math.floor(call.at / 1000),
    model: call.body.model,
    choices: [
      {
        index: 0,
        finish_reason: reply.finish ?? (reply.toolCalls ? 'tool_calls' : 'stop'),
        message: {
          role: 'assistant',
          content: reply.text ?? '',
          ...(reply.toolCalls && {
            tool_calls: reply.toolCalls.map(({ name, args }, index) => ({
              id: `call_${call.n}_${index}`,
              type: 'function',
              function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
            })),
          }),
        },
      },
    ],
    usage: {
      prompt_tokens: call.tokens.input,
      completion_tokens: call.tokens.output,
      total_tokens: call.tokens.input + call.tokens.output,
    },
  });
