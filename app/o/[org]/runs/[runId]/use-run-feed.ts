'use client';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import { failureOf } from '@/app/_trpc/failure';
import type { Connection, RunFeed } from '@/components/run/feed';
import { emptyFold, type FeedEvent, foldEvents } from './feed-events';
import { type RunSeed, seedState } from './seed-state';
import { useVisible } from './use-visible';

/** A hidden tab keeps its stream this long. */
const HIDDEN_MS = 30_000;
/** A stream that was refused for now is asked for again after this. */
const AGAIN_MS = 2_000;
const FINAL = new Set(['not_found', 'forbidden', 'unauthenticated', 'bad_request']);

/** Follows a run: every fact once, in order, over reloads, reconnects and hidden tabs. */
export function useRunFeed(org: string, run: RunSeed): { feed: RunFeed; refused: unknown } {
  const trpc = useTRPC();
  const visible = useVisible(HIDDEN_MS);
  const [folded, setFolded] = useState(emptyFold);
  const [heardAt, setHeardAt] = useState<number | null>(null);
  const [from, setFrom] = useState(0);
  const waiting = useRef<FeedEvent[]>([]);
  const frame = useRef<ReturnType<typeof setTimeout> | null>(null);
  const seq = useRef(0);
  seq.current = folded.state.seq;

  const take = useCallback((event: FeedEvent) => {
    waiting.current.push(event);
    // A run that is read from its start brings hundreds of facts at once: they are drawn together.
    frame.current ??= setTimeout(() => {
      frame.current = null;
      const events = waiting.current;
      waiting.current = [];
      setHeardAt(Date.now());
      setFolded((known) => foldEvents(known, events));
    }, 16);
  }, []);
  useEffect(() => () => clearTimeout(frame.current ?? undefined), []);

  const { closed } = folded.state;
  const input = { org, runId: run.id, ...(from > 0 ? { lastEventId: String(from) } : {}) };
  const stream = useSubscription(
    trpc.run.watch.subscriptionOptions(input, {
      enabled: visible && !closed,
      onData: (message) => take('data' in message ? message.data : message),
    }),
  );
  const { reset, status, error } = stream;
  const refused = status === 'error' && FINAL.has(failureOf(error).code) ? error : null;

  useEffect(() => {
    if (!visible) return () => setFrom(seq.current);
  }, [visible]);
  useEffect(() => {
    if (status !== 'error' || refused) return;
    const timer = setTimeout(() => {
      setFrom(seq.current);
      reset();
    }, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [status, refused, reset]);

  const started = folded.state.seq > 0;
  return {
    refused,
    feed: {
      state: started ? folded.state : seedState(run),
      facts: folded.facts,
      texts: folded.texts,
      heardAt,
      connection: connectionOf(closed, started, status),
    },
  };
}

function connectionOf(closed: boolean, started: boolean, status: string): Connection {
  if (closed) return 'ended';
  if (status === 'pending') return 'live';
  return started ? 'reconnecting' : 'connecting';
}
