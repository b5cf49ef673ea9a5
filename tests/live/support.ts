import type { Fact } from '@domain/run/fact';
import { followRun, type WatchEvent } from '../../server/live/follow';
import type { Journal } from '../../server/live/journal';
import { Outbound } from '../../server/live/outbound';
import type { Bus, RunHandlers, RunRef } from '../../server/live/signals';
import { type Clock, Tails } from '../../server/live/tails';

/** A clock that moves only when the test says so. */
export function handClock() {
  const works = new Set<() => void>();
  let now = 0;
  const clock: Clock = {
    now: () => now,
    every: (_ms, work) => {
      works.add(work);
      return () => works.delete(work);
    },
  };
  const pass = (ms: number) => {
    now += ms;
    for (const work of [...works]) work();
  };
  return { clock, pass, timers: () => works.size };
}

/** A bus inside the test: `say` is the only thing that ever reaches a subscriber. */
export function quietBus() {
  const listeners = new Set<RunHandlers>();
  const nothing = () => {};
  const bus: Bus = {
    nudge: nothing,
    abort: nothing,
    publishText: nothing,
    clearText: nothing,
    currentText: async () => [],
    subscribe: (_ref, handlers) => {
      listeners.add(handlers);
      return { ready: Promise.resolve(), unsubscribe: () => listeners.delete(handlers) };
    },
    subscribeAborts: () => ({ ready: Promise.resolve(), unsubscribe: nothing }),
    close: async () => {},
  };
  const say = (what: (handlers: RunHandlers) => void) => {
    for (const handlers of [...listeners]) what(handlers);
  };
  return { bus, say, listeners: () => listeners.size };
}

export type Client = {
  events: WatchEvent[];
  facts: () => Fact[];
  out: Outbound;
  done: Promise<void>;
  error: () => unknown;
  leave(): void;
};

/** A client that reads everything as it comes. */
export function watch(
  tails: Tails,
  journal: Journal,
  ref: RunRef,
  { after = 0, clock = { now: (): number => 0 }, reached = async (_point: 'handover') => {} } = {},
): Client {
  const events: WatchEvent[] = [];
  const controller = new AbortController();
  const out = new Outbound(clock.now);
  let failed: unknown;
  const read = async () => {
    const stream = followRun({ tails, journal, reached }, ref, after, out, controller.signal);
    for await (const batch of stream) events.push(...batch);
  };
  const done = read().catch((error: unknown) => {
    failed = error;
  });
  return {
    events,
    facts: () => events.flatMap((event) => (event.kind === 'fact' ? [event.fact] : [])),
    out,
    done,
    error: () => failed,
    leave: () => controller.abort(),
  };
}

export const tailsOn = (journal: Journal, bus: Bus, clock: Clock): Tails =>
  new Tails(journal, () => bus, clock);
