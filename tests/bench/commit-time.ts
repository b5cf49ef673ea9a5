import pg from 'pg';
import { median, quantile } from './statistics';

export type CommitTime = {
  medianMs: number;
  p95Ms: number;
  fsync: string;
  method: string;
  synchronous: string;
};

const COMMITS = 300;

/** What one flushed commit of one small row costs here: the floor under every durable step. */
export async function measureCommitTime(url: string): Promise<CommitTime> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE commit_time (id int PRIMARY KEY, body text)');
    const insert = (id: number) =>
      client.query({ name: 'one', text: 'INSERT INTO commit_time VALUES ($1, $2)', values: [id, 'row'] });
    for (let i = 0; i < 50; i += 1) await insert(-i - 1);
    const times: number[] = [];
    for (let i = 0; i < COMMITS; i += 1) {
      const began = performance.now();
      await insert(i);
      times.push(performance.now() - began);
    }
    const { rows } = await client.query<{ fsync: string; method: string; synchronous: string }>(
      `SELECT current_setting('fsync') AS fsync, current_setting('wal_sync_method') AS method,
              current_setting('synchronous_commit') AS synchronous`,
    );
    await client.query('DROP TABLE commit_time');
    const settings = rows[0] ?? { fsync: '?', method: '?', synchronous: '?' };
    return { medianMs: median(times), p95Ms: quantile(times, 0.95), ...settings };
  } finally {
    await client.end();
  }
}
