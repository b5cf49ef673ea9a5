import type { ChatBody, Reply } from './types';

/** What the server says when no rule matches: an executor that delivers, a reviewer that rejects once. */

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
};

export const promptOf = (body: ChatBody): string => body.messages.map((m) => textOf(m.content)).join('\n');

/** A prompt that says `[[call:name]]` or `[[call:name {"a":1}]]` asks for that tool call, one after another. */
function toolAsked(body: ChatBody, prompt: string): Reply | undefined {
  const asked = [...prompt.matchAll(/\[\[call:(\w+)(?:\s+(\{.*?\}))?\]\]/g)];
  const made = body.messages.filter((message) => message.role === 'tool').length;
  const next = asked[made];
  if (!next || !body.tools?.length) return undefined;
  return { toolCalls: [{ name: next[1] ?? '', args: next[2] ?? '{}' }] };
}

const isVerdict = (body: ChatBody): boolean =>
  JSON.stringify(body.response_format ?? '').includes('"accept"');

function verdict(prompt: string): Reply {
  const round = Number(/<round>\s*(\d+)\s*<\/round>/.exec(prompt)?.[1] ?? 1);
  const issues = [{ criterion: 'completeness', text: 'The last point is missing.' }];
  return { text: JSON.stringify(round > 1 ? { accept: true, issues: [] } : { accept: false, issues }) };
}

const SENTENCE = 'Every part of the work stands here as it was asked for, with its reason beside it. ';

/** `chars`: length of a delivery. */
export function teamReply(body: ChatBody, chars: number): Reply {
  const prompt = promptOf(body);
  if (isVerdict(body)) return verdict(prompt);
  const again = prompt.includes('<previous>') ? 'Second delivery. ' : '';
  const text = `# Delivery\n\n${again}${SENTENCE.repeat(Math.ceil(chars / SENTENCE.length))}`.slice(0, chars);
  return toolAsked(body, prompt) ?? { text };
}
