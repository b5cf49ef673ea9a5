import pg from 'pg';

/** A backend hands its counters over at most 10 s after its last transaction; a second more for the timer. */
const SETTLE_MS = 11_000;

export type WalReading = { at: number; fsyncs: number; maintenance: number };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The server's WAL fsyncs so far, of all its backends (`pg_stat_io`, PostgreSQL 18), once every backend has handed
 * over what it counted: takes 11 s, during which the caller must be idle.
 */
export async function readWalFsyncs(url: string): Promise<WalReading> {
  await pause(SETTLE_MS);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ fsyncs: string; maintenance: string }>(
      `SELECT coalesce(sum(fsyncs), 0) AS fsyncs,
              coalesce(sum(fsyncs) FILTER (WHERE backend_type LIKE 'autovacuum%' OR backend_type = 'checkpointer'), 0)
                AS maintenance
       FROM pg_stat_io WHERE object = 'wal'`,
    );
    const row = rows[0];
    return { at: performance.now(), fsyncs: Number(row?.fsyncs), maintenance: Number(row?.maintenance) };
  } finally {
    await client.end();
  }
}
