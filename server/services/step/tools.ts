import { MAX_TOOL_ARGS_BYTES } from '@domain/agent/tools';
import type { ChildWork } from '@domain/run/arrange';
import type { ModelToolCall, ToolSpec } from '../../agents/port';
import { offeredTools, runTool, type Tool, type ToolContext, type ToolOutcome } from '../../agents/tools';
import { newId } from '../../db/ids';
import { addFile, type FileWrite, type MemoryWrite } from '../../db/journal/context';
import type { Draft } from '../../db/journal/draft';
import { addressOf, type Claimed } from './claimed';
import { delegator } from './delegator';
import { notebook } from './notebook';
import { runFiles } from './run-files';
import { scopeFor } from './start-step';
import { teamReaders } from './team-readers';

/** A tool call of the model's with what became of it. */
export type UsedTool = ToolOutcome & {
  /** The id that the model gave it. */
  callId: string;
  name: string;
  failed: boolean;
  /** Ours: the row of the call. */
  id: string;
  args: unknown;
  /** What it writes, with its settlement. */
  files: FileWrite[];
  memories: MemoryWrite[];
  /** Steps that it makes. */
  children: ChildWork[];
};

/** Calls of one answer that are carried out; the model is told that the rest was not. */
const MOST_PER_ANSWER = 32;

export const scopeOf = ({ agent, state, stepId }: Claimed) => scopeFor(agent, state, stepId);

export const toolsOffered = (claimed: Claimed): ToolSpec[] => offeredTools(scopeOf(claimed));

/**
 * Carries out the calls one after the other. What a tool writes is written with its record, so a crash in between
 * leaves nothing behind and repeats nothing.
 */
export async function answerTools(
  claimed: Claimed,
  calls: ModelToolCall[],
  signal: AbortSignal,
): Promise<UsedTool[]> {
  const { files, takeFiles } = runFiles(claimed);
  const { remember, takeMemories } = notebook(claimed);
  const { delegate, takeChildren } = delegator(claimed);
  const context: ToolContext = { ...teamReaders(claimed), files, remember, delegate, signal };
  const used: UsedTool[] = [];
  for (const [at, call] of calls.entries()) {
    const answered: ToolOutcome =
      at < MOST_PER_ANSWER ? await runTool(context, call, scopeOf(claimed)) : tooMany(call.name);
    const outcome = mayWait(used, answered) ? answered : oneAtATime(answered);
    const children = takeChildren();
    used.push({
      ...outcome,
      callId: call.id,
      name: call.name.slice(0, 64),
      failed: outcome.outcome !== 'ok',
      id: newId(),
      args: argsToKeep(call.args),
      files: takeFiles(),
      memories: takeMemories(),
      children: outcome.later?.kind === 'children' ? children : [],
    });
  }
  return used;
}

/** A step waits for one thing: one question, or any number of children. */
function mayWait(used: UsedTool[], { later }: ToolOutcome): boolean {
  const before = later && used.find((tool) => tool.later)?.later;
  return !before || (later.kind === 'children' && before.kind === 'children');
}

const oneAtATime = ({ kind }: ToolOutcome): ToolOutcome => ({
  outcome: 'refused',
  kind,
  reason: 'one_at_a_time',
  text: 'Not done: you already wait for something else. Call it again after that.',
});

const tooMany = (name: string): ToolOutcome => ({
  outcome: 'refused',
  kind: 'pure' satisfies Tool['kind'],
  text: `"${name.slice(0, 64)}" was not called: at most ${MOST_PER_ANSWER} calls at a time.`,
});

/** Refused arguments may be of any size; their row keeps no more than a tool would have taken. */
function argsToKeep(args: unknown): unknown {
  const json = JSON.stringify(args) ?? 'null';
  return json.length > MAX_TOOL_ARGS_BYTES ? { shortened: json.slice(0, 1_000) } : args;
}

/** Our own tools are written and settled in one append, under the epoch of the claim. */
export function addTools(draft: Draft, claimed: Claimed, epoch: number, used: UsedTool[]): void {
  let ordinal = claimed.call.ordinal * 1_000;
  for (const tool of used) {
    const { id: callId, name, kind, outcome, reason } = tool;
    ordinal += 1;
    draft.add({ type: 'tool.called', ...addressOf(claimed), epoch, callId, ordinal, name, kind });
    const settled = { callId, name, outcome, ...(reason && { detail: reason }) };
    if (!tool.later) draft.add({ type: 'tool.settled', ...addressOf(claimed), ...settled });
    draft.toolArgs.set(callId, { args: tool.args, ...(!tool.later && { result: tool.text }) });
    for (const write of tool.files) addFile(draft.files, write);
    for (const memory of tool.memories) {
      const { id: memoryId, category, subject } = memory;
      const proposed = { ...addressOf(claimed), epoch, memoryId, category, subject };
      if (draft.add({ type: 'memory.proposed', ...proposed })) draft.memories.push(memory);
    }
  }
}
