import { z } from 'zod';
import { log } from '../log';
import { openRedis } from '../queue/redis-client';
import { within } from '../queue/within';
import { NudgeOutbox } from './nudge-outbox';
import { RedisText } from './redis-text';
import { type Bus, type RunRef, SUBSCRIBE_WAIT_MS, type Subscription, type TextPiece } from './signals';
import { Subscribers } from './subscribers';
import { TextOutbox } from './text-outbox';

const ABORTS = 'troupe:abort';
const channelOf = (ref: RunRef): string => `troupe:run:${ref.orgId}:${ref.runId}`;

const step = { stepId: z.string(), epoch: z.number() };
const ref = { orgId: z.string(), runId: z.string() };
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nudge'), ...ref, seq: z.number() }),
  z.object({ kind: z.literal('abort'), ...ref, ...step }),
  z.object({ kind: z.literal('text'), ...ref, ...step, offset: z.number(), text: z.string() }),
  z.object({ kind: z.literal('clear'), ...ref, ...step }),
]);
type Message = z.infer<typeof Message>;

/** The bus on Redis: a channel per run and one for aborts; running texts in keys that expire. */
export function openRedisBus(url: string): Bus {
  const outgoing = openRedis(url, 'publisher');
  const incoming = openRedis(url, 'subscriber');
  const subscribers = new Subscribers();
  const texts = new RedisText(outgoing);
  const standing = new Map<string, Promise<void>>();
  let everReady = false;
  let closed = false;

  const lost = (error: unknown) =>
    log().debug({ err: error instanceof Error ? error.message : String(error) }, 'bus: dropped');
  const say = (channel: string, message: Message) => {
    if (closed || outgoing.status === 'reconnecting') return;
    outgoing.publish(channel, JSON.stringify(message)).catch(lost);
  };
  const nudges = new NudgeOutbox((nudge) => say(channelOf(nudge), { kind: 'nudge', ...nudge }));
  const outbox = new TextOutbox((piece) => {
    if (closed || outgoing.status === 'reconnecting') return;
    const message: Message = { kind: 'text', ...piece };
    texts.append(piece, channelOf(piece), JSON.stringify(message)).catch(lost);
  });

  incoming.on('message', (_channel: string, body: string) => {
    const message = parse(body);
    if (!message) return;
    if (message.kind === 'nudge') subscribers.tell(message, (h) => h.nudge(message.seq));
    else if (message.kind === 'clear')
      subscribers.tell(message, (h) => h.textCleared(message.stepId, message.epoch));
    else if (message.kind === 'text') {
      const { stepId, epoch, offset, text } = message;
      subscribers.tell(message, (h) => h.text({ stepId, epoch, offset, text }));
    } else {
      const { orgId, runId, stepId, epoch } = message;
      subscribers.tellAborts({ orgId, runId, stepId, epoch });
    }
  });
  incoming.on('ready', () => {
    // The answer to a ping stands behind the resubscriptions of this connection.
    if (everReady) incoming.ping().then(() => subscribers.tellRestored(), lost);
    everReady = true;
  });

  const listen = (channel: string): Promise<void> => {
    const known = standing.get(channel);
    if (known) return known;
    const ready = within(SUBSCRIBE_WAIT_MS, () => incoming.subscribe(channel)).then(() => {}, lost);
    standing.set(channel, ready);
    return ready;
  };

  return {
    nudge: (nudge) => nudges.add(nudge),
    abort: ({ orgId, runId }, stepId, epoch) => say(ABORTS, { kind: 'abort', orgId, runId, stepId, epoch }),
    publishText: (piece) => outbox.add(piece),
    clearText: ({ orgId, runId }, stepId, epoch) => {
      if (!outbox.end({ orgId, runId }, stepId, epoch)) return;
      nudges.flushRun(runId);
      if (closed || outgoing.status === 'reconnecting') return;
      texts.clear({ orgId, runId }, stepId, epoch).catch(lost);
      say(channelOf({ orgId, runId }), { kind: 'clear', orgId, runId, stepId, epoch });
    },
    currentText: (of) => texts.read(of).catch((): TextPiece[] => []),
    subscribe: (of, handlers): Subscription => {
      subscribers.add(of, handlers);
      const channel = channelOf(of);
      return {
        ready: listen(channel),
        unsubscribe: () => {
          if (!subscribers.remove(of, handlers)) return;
          standing.delete(channel);
          if (!closed) incoming.unsubscribe(channel).catch(lost);
        },
      };
    },
    subscribeAborts: (handler) => {
      const remove = subscribers.addAborts(handler);
      return { ready: listen(ABORTS), unsubscribe: remove };
    },
    close: async () => {
      outbox.flush();
      nudges.flush();
      closed = true;
      subscribers.clear();
      await within(500, () => outgoing.quit()).catch(() => {});
      outgoing.disconnect();
      incoming.disconnect();
    },
  };
}

function parse(body: string): Message | undefined {
  try {
    return Message.parse(JSON.parse(body));
  } catch {
    return undefined; // not ours: anyone may publish on a shared Redis
  }
}
