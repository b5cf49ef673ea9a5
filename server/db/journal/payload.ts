import { planStep } from '@domain/run/graph';
import { intentWaitMs } from '@domain/run/handoff';
import { isEnded, type RunState } from '@domain/run/state';
import { auditsOf } from './audits';
import { contextOf } from './context';
import type { Draft } from './draft';
import { gatesOf } from './gates';

export type RunRef = { orgId: string; runId: string };
export type AppendOptions = { leaseMs: number; skipLocked?: boolean };

/** The one argument of the SQL function `engine_append`; goes there by `storableJson`. */
export type Payload = ReturnType<typeof payloadOf>;

export function payloadOf(ref: RunRef, rootId: string, draft: Draft, options: AppendOptions) {
  const { before, state } = draft;
  const changed = changedSteps(before, state, draft.budgetBlocked);
  const settles = draft
    .of('model.settled')
    .map((fact) => ({ ...fact, output: draft.outputs.get(fact.callId) }));
  const calls = draft.of('model.called');
  return {
    org: ref.orgId,
    run: ref.runId,
    root: rootId,
    seq: before.seq,
    skipLocked: options.skipLocked ?? false,
    claim: draft.claims,
    leaseMs: options.leaseMs,
    fence: draft.fences,
    facts: draft.facts,
    steps: changed.rows,
    state: columnsOf(state),
    load: changed.load,
    ...(calls.length > 0 && { calls }),
    ...(settles.length > 0 && { settles }),
    ...toolsOf(draft),
    ...(draft.artifacts.length > 0 && { artifacts: draft.artifacts }),
    ...gatesOf(draft),
    ...auditsOf(draft),
    ...(draft.capWait && { capWait: draft.capWait }),
    ...contextOf(draft),
  };
}

/** JSON that jsonb takes. What it does not take, JSON writes as an escape: only then is each string looked at. */
export function storableJson(value: object): string {
  const json = JSON.stringify(value);
  return json.includes('\\u0000') || json.includes('\\ud') ? JSON.stringify(value, storable) : json;
}

/** PostgreSQL's jsonb has no NUL and no lone surrogate; a model may send either. */
export function storable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  return text.toWellFormed();
}

function columnsOf(state: RunState) {
  const intentMs = intentWaitMs(state);
  return {
    status: state.status,
    reason: state.reason ?? null,
    spent: state.totals.costMicros,
    reserved: state.totals.reservedMicros,
    unknown: state.totals.unknownMicros,
    input: state.totals.inputTokens,
    output: state.totals.outputTokens,
    rework: state.reworkRounds,
    ...(state.capMicros !== state.grantMicros && { cap: state.capMicros }),
    started: hasStarted(state),
    ...(state.adoptedBy !== undefined && { adopted: state.adoptedBy }),
    ...(intentMs !== undefined && { intentMs }),
    ended: isEnded(state),
    closed: state.closed,
  };
}

/** A run that waits to be approved before its first step has not started. */
const hasStarted = (state: RunState): boolean =>
  state.startedAt !== undefined || state.tally.running > 0 || isEnded(state);

/** Rows of the steps that the draft touched, and by how many the organization's running steps change. */
function changedSteps(before: RunState, after: RunState, budgetBlocked: string | undefined) {
  const rows: object[] = [];
  let load = 0;
  for (const [ordinal, step] of after.steps.entries()) {
    const old = before.steps[ordinal];
    if (old === step && step.id !== budgetBlocked) continue;
    load += Number(step.status === 'running') - Number(old?.status === 'running');
    const planned = after.plan && planStep(after.plan, step.id);
    rows.push({
      id: step.id,
      ordinal,
      slotId: planned?.slotId ?? step.id,
      agentId: planned?.agentId,
      status: step.status,
      round: step.round,
      attempt: step.attempt,
      epoch: step.epoch,
      owner: step.status === 'running' ? step.worker : null,
      delayMs: step.status === 'ready' ? step.delayMs : undefined,
      budgetBlocked: step.id === budgetBlocked,
    });
  }
  return { rows, load };
}

/** A tool call that starts and settles in one append is one row; the later fact wins. */
function toolsOf(draft: Draft): { tools?: object[]; toolSettles?: object[] } {
  const rows = new Map<string, object>();
  const settles: object[] = [];
  for (const fact of draft.of('tool.called'))
    rows.set(fact.callId, { ...fact, ...draft.toolArgs.get(fact.callId) });
  for (const fact of draft.of('tool.settled')) {
    const row = { ...rows.get(fact.callId), ...fact, ...draft.toolArgs.get(fact.callId) };
    if (rows.has(fact.callId)) rows.set(fact.callId, row);
    else settles.push(row);
  }
  return {
    ...(rows.size > 0 && { tools: [...rows.values()] }),
    ...(settles.length > 0 && { toolSettles: settles }),
  };
}
