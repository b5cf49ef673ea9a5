import { getTRPCErrorFromUnknown } from '@trpc/server';
import { framesOf } from '../live/frames';
import { log } from '../log';
import { shapeOf } from './edge-error';
import { CLIENT_PATIENCE_MS, PING_MS, RETRY_MS, STREAM_MS } from './stream-times';
import type { WatchStream } from './watch-stream';

const CONNECTED = `event: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs: CLIENT_PATIENCE_MS })}\n\n`;
const retryMs = (): number => Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
const PING = 'event: ping\ndata: \n\n';
const RETURN = 'event: return\ndata: \n\n';

/**
 * The body of a stream's answer: tRPC's wire format, written in batches by one stream without tRPC's chain of
 * transforms, which costs several times the memory and the time of everything else that a watching client needs.
 * Ends after the events, after 90 s, or when the client leaves; `end` is aborted in each case.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #drained: (() => void) | undefined;
  #open = true;
  readonly #timers: NodeJS.Timeout[];

  constructor(
    private readonly source: WatchStream,
    private readonly end: AbortController,
    private readonly requestId: string,
    /** A request follows its signal only while somebody holds it. */
    readonly held: readonly Request[],
  ) {
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#drained?.(),
      cancel: () => this.#finish(),
    });
    this.#timers = [
      setInterval(() => this.#write(PING), PING_MS).unref(),
      setTimeout(() => this.#finish(), STREAM_MS).unref(),
    ];
    this.end.signal.addEventListener('abort', () => this.#finish(), { once: true });
    this.#write(`retry: ${retryMs()}\n${CONNECTED}`);
    void this.#pump();
  }

  async #pump(): Promise<void> {
    let lastId: string | null = null;
    try {
      for await (const events of this.source.batches) {
        await this.#room();
        if (!this.#open) return;
        const frames = framesOf(events, lastId);
        lastId = frames.lastId;
        this.#write(frames.text);
      }
      this.#write(RETURN);
    } catch (cause) {
      if (this.#open) this.#write(this.#failure(cause));
    } finally {
      this.#finish();
    }
  }

  #failure(cause: unknown): string {
    const shape = shapeOf(getTRPCErrorFromUnknown(cause), this.requestId);
    if (shape.data.httpStatus === 500)
      log().error({ err: cause, requestId: this.requestId }, 'stream failed');
    return `event: serialized-error\ndata: ${JSON.stringify(shape)}\n\n`;
  }

  /** Waits while the client has not taken what was written. */
  async #room(): Promise<void> {
    while (this.#open && (this.#controller.desiredSize ?? 0) <= 0)
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
  }

  #write(text: string): void {
    if (this.#open) this.#controller.enqueue(Buffer.from(text));
  }

  #finish(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#drained?.();
    try {
      this.#controller.close();
    } catch {
      // The client has cancelled it.
    }
    this.end.abort();
    void this.source.batches.return();
  }
}
