import type { Usage } from '../port';

/** More than any model takes in one call: a figure beyond it is a mistake of the provider. */
const MAX_TOKENS = 100_000_000;

const sane = (tokens: unknown): tokens is number =>
  typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= MAX_TOKENS;

/** What was reported, or null when a part is missing or absurd: then nothing of it can be trusted. */
export const usageOf = (inputTokens: unknown, outputTokens: unknown): Usage | null =>
  sane(inputTokens) && sane(outputTokens) ? { inputTokens, outputTokens } : null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseLoosely(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    try {
      // NaN and Infinity are no JSON, but some servers print them.
      return JSON.parse(json.replace(/:\s*-?(?:NaN|Infinity)\b/g, ':null'));
    } catch {
      return undefined;
    }
  }
}

/** A `data:` line of a chat completion stream without its usage where that is absurd; else the line itself. */
function withoutAbsurdUsage(line: string): string {
  if (!line.startsWith('data:') || !line.includes('"usage"')) return line;
  const chunk = parseLoosely(line.slice(5));
  if (!isRecord(chunk) || chunk.usage === undefined || chunk.usage === null) return line;
  const { usage, ...rest } = chunk;
  if (isRecord(usage) && usageOf(usage.prompt_tokens, usage.completion_tokens)) return line;
  return `data: ${JSON.stringify(rest)}`;
}

/**
 * Passes an event stream on line by line with absurd usage taken out: the figure is lost, the finished answer is
 * not. A line without an end is passed on when the stream ends.
 */
export function usageFilter(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0)
        controller.enqueue(encoder.encode(`${lines.map(withoutAbsurdUsage).join('\n')}\n`));
    },
    flush(controller) {
      rest += decoder.decode();
      if (rest !== '') controller.enqueue(encoder.encode(withoutAbsurdUsage(rest)));
    },
  });
}
