import type { ModelPort, ModelRequest, ModelToolCall } from '../../server/agents/port';

/** What a step says in its calls one after the other: tools to use, or a text to deliver. */
export type Says = { tools?: { name: string; args: unknown }[]; text?: string };

export const writing = (path: string, text: string, more: object = {}): Says => ({
  tools: [{ name: 'modify_files', args: { path, text, ...more } }],
});

const stepOf = (request: ModelRequest): string =>
  decodeURIComponent(request.headers?.['x-troupe-step'] ?? '');

/**
 * A model that says for each step what the script says, then `done by <step>`. Keeps every request by its step;
 * `before` is awaited before each answer.
 */
export function scripted(
  script: Record<string, Says[]>,
  before: (step: string, call: number) => Promise<void> = async () => {},
) {
  const requests = new Map<string, ModelRequest[]>();
  const port: ModelPort = {
    call: async (request) => {
      const step = stepOf(request);
      const own = requests.get(step) ?? [];
      requests.set(step, [...own, structuredClone({ ...request, headers: undefined })]);
      await before(step, own.length + 1);
      const says = script[step]?.[own.length] ?? {};
      const toolCalls: ModelToolCall[] = (says.tools ?? []).map((tool, at) => ({
        id: `${step}-${own.length}-${at}`,
        ...tool,
      }));
      return {
        text: toolCalls.length > 0 ? '' : (says.text ?? `done by ${step}`),
        toolCalls,
        finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: { inputTokens: 5, outputTokens: 5 },
      };
    },
  };
  const of = (step: string): ModelRequest[] => requests.get(step) ?? [];
  return {
    port,
    /** Requests of a step, in their order. */
    of,
    /** The first prompt of a step. */
    promptOf: (step: string): string => of(step)[0]?.messages[0]?.text ?? '',
    /** What a step's tools answered. */
    told: (step: string): string[] =>
      of(step)
        .at(-1)
        ?.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : [])) ?? [],
  };
}
