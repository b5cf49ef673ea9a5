import { type ClientRequest, get } from 'node:http';

type Options = {
  url: string;
  cookie: string;
  org: string;
  runId: string;
  /** Comes back without saying what it has already: what a client must not do. */
  forgetful?: boolean;
  /** Waits for as long as it takes to hear something again: what a client must not do. */
  patient?: boolean;
};

/** A client of `run.watch` that comes back as an EventSource does: by what the server tells it, and no sooner. */
export class SseClient {
  /** Numbers of the facts in the order of their arrival. */
  readonly seqs: number[] = [];
  /** When each connection got its first word (ms since the epoch), and the pauses that the server asked for (ms). */
  readonly arrivals: number[] = [];
  readonly pauses: number[] = [];
  /** The server has said that this is all. */
  ended = false;
  private last: number | undefined;
  private patienceMs = 25_000;
  private request: ClientRequest | undefined;
  private timer: NodeJS.Timeout | undefined;
  private left = false;

  constructor(private readonly options: Options) {
    this.connect();
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
    this.request?.destroy();
  }

  private connect(): void {
    const { url, cookie, org, runId, forgetful } = this.options;
    const input = encodeURIComponent(JSON.stringify({ org, runId }));
    const resumed = this.last !== undefined && !forgetful ? { 'last-event-id': `${this.last}` } : {};
    let over = false;
    const again = (): void => {
      if (over) return;
      over = true;
      this.request?.destroy();
      clearTimeout(this.timer);
      if (!this.left && !this.ended)
        this.timer = setTimeout(() => this.connect(), this.pauses.at(-1) ?? 1_000);
    };
    this.listen(again);
    this.request = get(`${url}/api/trpc/run.watch?input=${input}`, {
      agent: false,
      headers: { accept: 'text/event-stream', cookie, ...resumed },
    });
    this.request.once('error', again).once('response', (response) => {
      if (response.statusCode !== 200) return again();
      this.arrivals.push(Date.now());
      let buffer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (over) return;
        this.listen(again);
        buffer += chunk;
        for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
          this.read(buffer.slice(0, end));
          buffer = buffer.slice(end + 2);
        }
      });
      response.once('error', again).once('close', again);
    });
  }

  private listen(again: () => void): void {
    clearTimeout(this.timer);
    if (!this.options.patient) this.timer = setTimeout(again, this.patienceMs);
  }

  private read(block: string): void {
    const retry = /^retry: ?(\d+)$/m.exec(block)?.[1];
    if (retry) this.pauses.push(Number(retry));
    const patience = /"reconnectAfterInactivityMs":(\d+)/.exec(block)?.[1];
    if (patience) this.patienceMs = Number(patience);
    if (block.includes('event: return')) this.ended = true;
    const id = /^id: ?(\d+)$/m.exec(block)?.[1];
    // A frame of text repeats the id so that a browser keeps it.
    if (id === undefined || block.includes('event: restore-id')) return;
    this.last = Number(id);
    this.seqs.push(this.last);
  }
}
