import { z } from 'zod';
import { log } from '../log';
import { PostgresSignals, type Signal } from '../queue/postgres-signals';
import { within } from '../queue/within';
import { PostgresText } from './postgres-text';
import { type Bus, type RunRef, SUBSCRIBE_WAIT_MS, type TextPiece } from './signals';
import { Subscribers } from './subscribers';
import { TextOutbox } from './text-outbox';
import { TextReader } from './text-reader';

/** On the wire: kind, organization, run, then seq or step and epoch. Ids only: the text is in a table. */
const Nudge = z.tuple([z.literal('n'), z.string(), z.string(), z.number()]);
const OfStep = z.tuple([z.enum(['a', 't', 'c']), z.string(), z.string(), z.string(), z.number()]);

/** The bus on PostgreSQL: LISTEN and NOTIFY on a connection of its own; running texts in an unlogged table. */
export function openPostgresBus(url: string): Bus {
  const subscribers = new Subscribers();
  const texts = new PostgresText();
  let closed = false;
  const lost = (error: unknown) =>
    log().debug({ err: error instanceof Error ? error.message : String(error) }, 'bus: dropped');

  const reader = new TextReader(
    (ref) => texts.read(ref),
    (ref, piece) => subscribers.tell(ref, (h) => h.text(piece)),
  );

  const receive = (signal: Signal) => {
    const nudge = Nudge.safeParse(signal);
    if (nudge.success) {
      const [, orgId, runId, seq] = nudge.data;
      subscribers.tell({ orgId, runId }, (h) => h.nudge(seq));
      return;
    }
    const ofStep = OfStep.safeParse(signal);
    if (!ofStep.success) return;
    const [kind, orgId, runId, stepId, epoch] = ofStep.data;
    const ref = { orgId, runId };
    if (kind === 'a') subscribers.tellAborts({ ...ref, stepId, epoch });
    else if (!subscribers.has(ref)) return;
    else if (kind === 't') reader.changed(ref);
    else {
      reader.cleared(ref, stepId);
      subscribers.tell(ref, (h) => h.textCleared(stepId, epoch));
    }
  };
  const signals = new PostgresSignals(url, { signal: receive, restored: () => subscribers.tellRestored() });

  const stepSignal = (kind: 'a' | 't' | 'c', ref: RunRef, stepId: string, epoch: number) =>
    signals.send([kind, ref.orgId, ref.runId, stepId, epoch]);
  const outbox = new TextOutbox((piece) => {
    texts
      .append(piece)
      .then(() => stepSignal('t', piece, piece.stepId, piece.epoch))
      .catch(lost);
  });
  const listening = () => within(SUBSCRIBE_WAIT_MS, () => signals.ready).catch(lost);

  return {
    nudge: ({ orgId, runId, seq }) =>
      signals.send(['n', orgId, runId, seq], ([kind, , run]) => kind === 'n' && run === runId),
    abort: (ref, stepId, epoch) => stepSignal('a', ref, stepId, epoch),
    publishText: (piece) => outbox.add(piece),
    clearText: (ref, stepId, epoch) => {
      if (!outbox.end(ref, stepId, epoch)) return;
      texts
        .clear(ref, stepId, epoch)
        .then(() => stepSignal('c', ref, stepId, epoch))
        .catch(lost);
    },
    currentText: (ref) => texts.read(ref).catch((): TextPiece[] => []),
    subscribe: (ref, handlers) => {
      subscribers.add(ref, handlers);
      return {
        ready: listening(),
        unsubscribe: () => {
          if (subscribers.remove(ref, handlers)) reader.forget(ref);
        },
      };
    },
    subscribeAborts: (handler) => ({ ready: listening(), unsubscribe: subscribers.addAborts(handler) }),
    close: async () => {
      if (closed) return;
      closed = true;
      outbox.flush();
      subscribers.clear();
      await texts.settled();
      await signals.close();
    },
  };
}
