import type { Fact } from '@domain/run/fact';
import { isEnded, type RunState } from '@domain/run/state';
import type { RunRef } from '../../db/journal/payload';
import { log } from '../../log';

/** One line of the log about a handoff run. Routes are slots; a run that no conversation began has no key of one. */
type TaskLine = {
  taskId: string;
  /** As model servers see it, in `x-troupe-run`. */
  traceId: string;
  conversationKey: string | null;
  eventType: 'start' | 'handoff' | 'complete' | 'cancel' | 'reject' | 'timeout' | 'fail';
  fromRouteId?: string;
  toRouteId?: string;
  status: string;
  reason?: string;
  /** From start to end, once there is one. */
  durationMs?: number;
};
type TaskEvent = Pick<TaskLine, 'eventType' | 'fromRouteId' | 'toRouteId' | 'reason'>;

const WARNS: ReadonlySet<TaskLine['eventType']> = new Set(['reject', 'timeout', 'fail']);

/** Says what has happened to a handoff run; of any other run nothing. Words of models and people are not logged. */
export function logTask(ref: RunRef, state: RunState, facts: readonly Fact[]): void {
  if (!state.handoff) return;
  for (const fact of facts) {
    const event = eventOf(fact);
    if (event) write(ref, state, event);
  }
}

/** The start of a handoff run. */
export function logTaskStart(ref: RunRef, state: RunState): void {
  if (state.handoff) write(ref, state, { eventType: 'start', toRouteId: state.handoff.active });
}

function write(ref: RunRef, state: RunState, event: TaskEvent): void {
  const { createdAt, endedAt, status } = state;
  const line: TaskLine = {
    ...{ taskId: ref.runId, traceId: ref.runId, conversationKey: null },
    ...event,
    status,
    ...(isEnded(state) &&
      createdAt !== undefined &&
      endedAt !== undefined && { durationMs: Date.parse(endedAt) - Date.parse(createdAt) }),
  };
  if (WARNS.has(event.eventType)) log().warn(line, 'handoff');
  else log().info(line, 'handoff');
}

function eventOf(fact: Fact): TaskEvent | null {
  switch (fact.type) {
    case 'handoff.accepted':
      return { eventType: 'handoff', fromRouteId: fact.stepId, toRouteId: fact.to };
    case 'handoff.rejected': {
      const to = fact.to === undefined ? {} : { toRouteId: fact.to };
      return { eventType: 'reject', fromRouteId: fact.stepId, ...to, reason: fact.reason };
    }
    case 'handoff.completed':
      return { eventType: 'complete', fromRouteId: fact.stepId };
    case 'handoff.timeout':
      return { eventType: 'timeout', fromRouteId: fact.stepId, reason: 'intent_timeout' };
    case 'run.cancelled':
      return { eventType: 'cancel', reason: fact.by === undefined ? 'by_actor' : 'by_person' };
    case 'run.failed':
      return isToldAlready(fact.reason) ? null : { eventType: 'fail', reason: fact.reason };
    default:
      return null;
  }
}

/** Ends that another fact of the same append tells of. */
const isToldAlready = (reason: string): boolean =>
  ['intent_timeout', 'max_rounds', 'pingpong'].includes(reason);
