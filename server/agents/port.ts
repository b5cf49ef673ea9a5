/**
 * The one way to a model. Everything here is plain JSON, so that a conversation can be kept as a checkpoint and
 * replayed, and nothing names a provider.
 */

/** A tool call that the model made. `invalid`: its arguments were no JSON; `args` is then the raw text. */
export type ModelToolCall = { id: string; name: string; args: unknown; invalid?: string };

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls?: ModelToolCall[] }
  /** The answer to one tool call of the assistant's message before it. */
  | { role: 'tool'; callId: string; name: string; text: string; failed?: boolean };

export type JsonSchema = { [key: string]: unknown };

export type ToolSpec = { name: string; description: string; inputSchema: JsonSchema };

export type ModelRequest = {
  model: string;
  system: string;
  messages: ModelMessage[];
  tools: ToolSpec[];
  /** Asks for structured output: the answer's text is then a JSON string of this shape. */
  schema?: { name: string; jsonSchema: JsonSchema };
  maxOutputTokens: number;
  /** Sent along to the provider, for example `traceHeaders`. */
  headers?: Record<string, string>;
};

export type Usage = { inputTokens: number; outputTokens: number };

/** A finished answer. Half an answer, a refusal and empty text are a `ModelError`, never one of these. */
export type ModelAnswer = {
  text: string;
  toolCalls: ModelToolCall[];
  /** `length`: the text ends where `maxOutputTokens` cut it. */
  finish: 'stop' | 'tool_calls' | 'length' | 'other';
  /** null: missing or absurd (negative, not a number), the ceiling is then what counts. */
  usage: Usage | null;
};

export type ModelCallOptions = {
  /** Aborting closes the socket and rejects with `ModelError('aborted')`. */
  signal: AbortSignal;
  /** Every piece of text as it comes. */
  onText?: (delta: string) => void;
};

export type ModelPort = {
  /** @throws ModelError, and nothing else. */
  call(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>;
};

/** Which call of which attempt a request is; a test server counts duplicates by it. */
export const traceHeaders = (trace: {
  runId: string;
  stepId: string;
  round: number;
  epoch: number;
  ordinal: number;
}): Record<string, string> => ({
  'x-troupe-run': trace.runId,
  // A step id is any text; a header is not.
  'x-troupe-step': encodeURIComponent(trace.stepId),
  'x-troupe-round': String(trace.round),
  'x-troupe-epoch': String(trace.epoch),
  'x-troupe-ordinal': String(trace.ordinal),
});
