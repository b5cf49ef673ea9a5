import { expect, it } from 'vitest';
import { testDatabase } from '../support/database';

const db = await testDatabase();
const ID = '00000000-0000-7000-8000-000000000000';

/** The indexes that a statement uses on tables without statistics, as they are in a young installation. */
async function indexesOf(sql: string): Promise<string[]> {
  const client = await db.admin.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL ROLE troupe_app');
    await client.query(`SELECT set_config('app.org', $1, true)`, [ID]);
    await client.query('SET LOCAL enable_seqscan = off');
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${sql}`);
    return [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"/g)].map((match) => match[1] ?? '');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

// Each of these runs at every step of every run: finding one row must not mean reading an organization's.
it.each([
  ['a run by its id', `SELECT * FROM run WHERE org_id = '${ID}' AND id = '${ID}' FOR UPDATE`, 'run_by_id'],
  [
    'a step',
    `SELECT * FROM step WHERE org_id = '${ID}' AND run_id = '${ID}' AND id = 'a' FOR UPDATE`,
    'step_pkey',
  ],
  [
    'a call of a step',
    `UPDATE model_call SET status = 'ok' WHERE org_id = '${ID}' AND run_id = '${ID}' AND step_id = 'a' AND id = '${ID}'`,
    'model_call_org_id_run_id_step_id_idx',
  ],
  [
    'an artifact of a run',
    `SELECT text FROM artifact WHERE org_id = '${ID}' AND run_id = '${ID}' AND id = '${ID}'`,
    'artifact_org_id_run_id_idx',
  ],
  [
    'the newest facts of a run',
    `SELECT * FROM fact WHERE org_id = '${ID}' AND run_id = '${ID}' AND seq > 5`,
    'fact_pkey',
  ],
])('finds %s by an index that leads to it alone', async (_, sql, index) => {
  expect(await indexesOf(sql)).toEqual([index]);
});
