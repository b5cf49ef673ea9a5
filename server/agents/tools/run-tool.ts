import { MAX_TOOL_ARGS_BYTES, MAX_TOOL_RESULT_TOKENS, type ToolKind } from '@domain/agent/tools';
import { z } from 'zod';
import type { ModelToolCall } from '../port';
import { fitTokens } from '../tokens';
import type { ToolContext } from './context';
import { Later } from './later';
import { type Refusal, ToolRefused } from './refused';
import { findTool, isAllowed, type ToolScope } from './registry';

/** What became of a call. `text` is what the model is told, whatever the outcome. */
export type ToolOutcome = {
  outcome: 'ok' | 'failed' | 'refused';
  kind: ToolKind;
  text: string;
  /** Its result comes later; `text` is empty until then. */
  later?: Later['on'];
  /** Why it was refused or failed, as a stable word. */
  reason?:
    | 'unknown_tool'
    | 'tool_not_allowed'
    | 'effect_not_available'
    | 'invalid_args'
    | 'args_too_large'
    | 'tool_failed'
    | Refusal;
};

const refused = (
  reason: NonNullable<ToolOutcome['reason']>,
  text: string,
  kind: ToolKind = 'pure',
): ToolOutcome => ({ outcome: 'refused', kind, text, reason });

/** Arguments as JSON; a value that has none counts as too large to be one. */
function sizeOf(args: unknown): number {
  const json = typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
  return Buffer.byteLength(json, 'utf8');
}

/**
 * Runs a model's call. An unknown or denied tool, an effect, bad or oversized arguments and a tool that throws are
 * outcomes told to the model, never errors. @throws only when `ctx.signal` is aborted
 */
export async function runTool(ctx: ToolContext, call: ModelToolCall, scope: ToolScope): Promise<ToolOutcome> {
  const tool = findTool(call.name);
  const name = call.name.slice(0, 64);
  if (!tool) return refused('unknown_tool', `There is no tool "${name}". Use one of those offered.`);
  if (!isAllowed(call.name, scope))
    return refused('tool_not_allowed', `You may not use "${name}".`, tool.kind);
  if (tool.kind === 'effect') {
    return refused(
      'effect_not_available',
      `"${name}" reaches the outside, which is not available here.`,
      tool.kind,
    );
  }
  const bytes = sizeOf(call.args);
  if (bytes > MAX_TOOL_ARGS_BYTES) {
    const most = `${MAX_TOOL_ARGS_BYTES / 1024} KB`;
    return refused('args_too_large', `The arguments have ${bytes} bytes; ${most} are allowed.`, tool.kind);
  }
  const parsed = call.invalid === undefined ? tool.input.safeParse(call.args) : undefined;
  if (!parsed?.success) {
    const problem = parsed ? z.prettifyError(parsed.error).slice(0, 1_000) : call.invalid;
    return refused('invalid_args', `The arguments of "${name}" are not valid:\n${problem}`, tool.kind);
  }
  return carryOut(ctx, tool.kind, () => tool.run(ctx, parsed.data));
}

async function carryOut(ctx: ToolContext, kind: ToolKind, run: () => Promise<unknown>): Promise<ToolOutcome> {
  try {
    const value = await run();
    if (value instanceof Later) return { outcome: 'ok', kind, text: '', later: value.on };
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return { outcome: 'ok', kind, text: fitTokens(text, MAX_TOOL_RESULT_TOKENS) };
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (error instanceof ToolRefused) return refused(error.reason, error.message, kind);
    const detail = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    return { outcome: 'failed', kind, reason: 'tool_failed', text: `The tool failed: ${detail}` };
  }
}

/** What a write is told whose file is never as it was read. */
export const CHANGED_MEANWHILE = {
  outcome: 'refused',
  reason: 'conflict',
  text: 'conflict: this file changes all the time. Read it again, then write.',
} as const satisfies Partial<ToolOutcome>;
