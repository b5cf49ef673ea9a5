/** The words that tests script the fake model server with: plain JSON, so that a child process can be scripted too. */

export const FAULTS = [
  'hang',
  'hang_midway',
  'drip',
  'error_body_200',
  'error_event',
  'malformed_json',
  'half_fin',
  'half_rst',
  'wrong_type',
  'huge',
  'usage_missing',
  'usage_negative',
  'usage_nan',
  'refusal',
  'empty',
] as const;
export type Fault = (typeof FAULTS)[number];

/** How to answer one call. Without anything the default team behaviour answers. */
export type Reply = {
  text?: string;
  /** `args` as text goes out as it is, also when it is no JSON. */
  toolCalls?: { name: string; args: unknown }[];
  finish?: string;
  fault?: Fault;
  /** An HTTP error instead of an answer. */
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** Before the first byte, in ms. */
  callDelayMs?: number;
  /** Between two words, in ms; 0: the whole answer in one write. */
  wordDelayMs?: number;
};

/** Which calls a reply is for; what is absent matches everything. `n` is the arrival number, from 1. */
export type Match = { n?: number; step?: string; round?: number; epoch?: number };
/** The first rule that matches answers; `times` (default: for ever) uses a rule up. */
export type Rule = { match?: Match; reply: Reply; times?: number };

export type ChatMessage = { role: string; content?: unknown; tool_calls?: unknown[]; tool_call_id?: string };
export type ChatBody = {
  model: string;
  stream?: boolean;
  messages: ChatMessage[];
  tools?: { function: { name: string } }[];
  response_format?: { type: string; json_schema?: { name?: string; schema?: unknown } };
};

/** Which call of the engine this is, by its headers; empty when they are missing. */
export type Trace = { run: string; step: string; round: number; epoch: number; ordinal: number };

export type Call = {
  n: number;
  trace: Trace;
  body: ChatBody;
  at: number;
  /** `aborted`: the client closed the socket before the answer was whole. */
  outcome: 'open' | 'finished' | 'aborted' | 'broken';
  /** Tokens that were served so far; of a finished call, those that its usage reported. */
  tokens: { input: number; output: number };
};

export type Counts = {
  calls: number;
  finished: number;
  aborted: number;
  open: number;
  /** Sums over finished calls. */
  inputTokens: number;
  outputTokens: number;
  /** Calls with the same (run, step, round, epoch, ordinal) as an earlier one. */
  duplicates: number;
};
