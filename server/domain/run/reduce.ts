import { admits } from './admit';
import { spentMicros } from './budget';
import { unknownSettlements } from './claim-facts';
import { exceeded, raised } from './decide-budget';
import { resolved, waited } from './decide-gate';
import { type Draft, record } from './draft';
import { closeWhenQuiet, endRun } from './end';
import type { FactBody, FactInput, InputOf } from './fact';
import { followHandoff } from './follow-intent';
import { WARN_SHARE } from './limits';
import { completed, failed } from './outcome';
import { finish, readyAmong } from './progress';
import { askForEditions } from './reused';
import { ring } from './ring';
import { settleChildren } from './settle-children';
import { type Effect, isEnded, type RunState } from './state';

export type Reduction = {
  /** With everything of `append` folded in, but for times. */
  state: RunState;
  /** All to write, in order: the body stands where it belongs (an end has facts before it), totals stamped. */
  append: FactBody[];
  /** What of `append` comes after the body. */
  facts: FactBody[];
  effects: Effect[];
};

/**
 * Decides one fact that a verb brings. Null: late, duplicated, unknown, or about a settled run or step; nothing
 * is to be written. Pure, never throws. Cost does not grow with the facts of the run.
 */
export function reduce(state: RunState, body: FactInput): Reduction | null {
  if (!admits(state, body)) return null;
  const draft: Draft = { state, append: [], effects: [] };
  const own = derive(draft, body);
  ring(draft, state);
  return { ...draft, facts: draft.append.slice(own + 1) };
}

/** Decides several facts for one append, all or none. */
export function reduceAll(state: RunState, bodies: readonly FactInput[]): Reduction | null {
  const all: Reduction = { state, append: [], facts: [], effects: [] };
  for (const body of bodies) {
    const next = reduce(all.state, body);
    if (!next) return null;
    all.state = next.state;
    all.append.push(...next.append);
    all.facts.push(...next.facts);
    all.effects.push(...next.effects);
  }
  return all;
}

/** Records the body with all that comes before and after it; answers the body's place in `append`. */
function derive(draft: Draft, body: FactInput): number {
  const before = draft.state;
  switch (body.type) {
    case 'run.cancelled':
    case 'run.failed':
    case 'run.completed':
      endRun(draft, body);
      return draft.append.findIndex((fact) => fact.type === body.type);
    case 'run.closed':
      for (const settlement of unknownSettlements(draft.state)) record(draft, settlement);
      record(draft, { ...body, receipt: draft.state.stopping });
      return draft.append.length - 1;
    default:
      record(draft, body);
      follow(draft, body, before);
      if (settleChildren(draft)) finish(draft);
      return 0;
  }
}

function follow(draft: Draft, body: FactInput, before: RunState): void {
  switch (body.type) {
    case 'plan.created':
      askForEditions(draft, body);
      readyAmong(draft, draft.state.steps.keys());
      finish(draft);
      break;
    case 'plan.task.completed':
      completed(draft, body);
      break;
    case 'plan.task.failed':
      failed(draft, body);
      break;
    case 'plan.task.waiting':
      waited(draft, body);
      settleChildren(draft);
      break;
    case 'approval.resolved':
      resolved(draft, body);
      settleChildren(draft);
      break;
    case 'handoff.started':
    case 'handoff.completed':
    case 'handoff.timeout':
      followHandoff(draft, body);
      settleChildren(draft);
      break;
    case 'model.settled':
      settled(draft, body, before);
      break;
    case 'budget.exceeded':
      exceeded(draft, body);
      break;
    case 'budget.raised':
      raised(draft, body);
      break;
    case 'step.stopped':
      closeWhenQuiet(draft);
      break;
    default:
  }
}

function settled(draft: Draft, body: InputOf<'model.settled'>, before: RunState): void {
  const { state } = draft;
  const ceiling = before.openCalls.find((call) => call.callId === body.callId)?.ceilingMicros ?? 0;
  if (body.costMicros > ceiling) {
    record(draft, {
      type: 'budget.overshot',
      callId: body.callId,
      billedMicros: body.costMicros,
      ceilingMicros: ceiling,
    });
  }
  const spent = spentMicros(state);
  if (!isEnded(state) && !state.warned && spent > 0 && spent >= state.capMicros * WARN_SHARE) {
    record(draft, { type: 'budget.warned', spentMicros: spent, capMicros: state.capMicros });
  }
  closeWhenQuiet(draft);
}
