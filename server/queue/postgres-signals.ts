import pg from 'pg';
import { log } from '../log';

/** All signals of all processes: ids only, in batches. */
const CHANNEL = 'troupe_bus';
/** Signals of a process within this time leave as one NOTIFY, in ms. */
const BATCH_MS = 20;
/** PostgreSQL refuses a payload of 8,000 bytes. */
const PAYLOAD_MAX = 7_500;
const RECONNECT_MAX_MS = 2_000;

export type Signal = (string | number)[];

/**
 * One dedicated connection that listens and notifies, outside any transaction of ours. It reconnects by itself
 * within 2 s; what is said while it is away is lost.
 */
export class PostgresSignals {
  #client: pg.Client | undefined;
  #waiting: Signal[] = [];
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #attempts = 0;
  #everReady = false;
  #closed = false;
  #up: () => void = () => {};
  /** Resolves when the connection listens for the first time. */
  readonly ready = new Promise<void>((resolve) => {
    this.#up = resolve;
  });

  constructor(
    private readonly url: string,
    private readonly on: { signal(signal: Signal): void; restored(): void },
  ) {
    void this.#connect();
  }

  /** `replaces`: which of the signals that still wait this one stands for as well. */
  send(signal: Signal, replaces?: (other: Signal) => boolean): void {
    if (this.#closed) return;
    if (replaces) this.#waiting = this.#waiting.filter((other) => !replaces(other));
    this.#waiting.push(signal);
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  async close(): Promise<void> {
    this.#flush();
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'troupe-bus',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#receive(payload));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.#lost(client, error);
      return;
    }
    if (this.#client !== client) return;
    this.#attempts = 0;
    if (this.#everReady) this.on.restored();
    this.#everReady = true;
    this.#up();
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    log().debug({ err: error instanceof Error ? error.message : 'ended' }, 'bus connection');
    client.end().catch(() => {});
    const delay = Math.min(50 * 2 ** this.#attempts++, RECONNECT_MAX_MS);
    this.#retry = setTimeout(() => void this.#connect(), delay).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const signals = this.#waiting;
    this.#waiting = [];
    const client = this.#client;
    if (!client || signals.length === 0) return;
    for (const payload of batches(signals)) {
      client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch((error: Error) => {
        log().debug({ err: error.message }, 'bus: dropped');
      });
    }
  }

  #receive(payload: string | undefined): void {
    let signals: unknown;
    try {
      signals = JSON.parse(payload ?? '');
    } catch {
      return; // not ours: any role may notify
    }
    if (!Array.isArray(signals)) return;
    for (const signal of signals) if (Array.isArray(signal)) this.on.signal(signal);
  }
}

/** JSON arrays below the payload's limit; a signal that alone is above it (a very long step id) is left out. */
function batches(signals: Signal[]): string[] {
  const out: string[] = [];
  let batch: string[] = [];
  let size = 2;
  for (const body of signals.map((signal) => JSON.stringify(signal))) {
    const bytes = Buffer.byteLength(body) + 1;
    if (bytes + 2 > PAYLOAD_MAX) continue;
    if (size + bytes > PAYLOAD_MAX) {
      out.push(`[${batch.join(',')}]`);
      batch = [];
      size = 2;
    }
    batch.push(body);
    size += bytes;
  }
  if (batch.length > 0) out.push(`[${batch.join(',')}]`);
  return out;
}
