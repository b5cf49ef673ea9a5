import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { cancelRun } from '../../server/services/run/cancel';
import { claimStep } from '../../server/services/step/claim';
import type { Claimed } from '../../server/services/step/claimed';
import { executeStep } from '../../server/services/step/execute';
import { factsOf } from '../support/journal';
import { testRuntime } from '../support/runtime';
import { breaches } from './support/checker';
import { openSite } from './support/site';
import { until } from './support/until';
import { weaken, withoutSeqCheck } from './support/weaken';

const site = await openSite();
const port: ModelPort = {
  call: async () => ({
    text: 'done',
    toolCalls: [],
    finish: 'stop',
    usage: { inputTokens: 3, outputTokens: 2 },
  }),
};
const runtime = testRuntime(port);

/** The rows that a verb of the engine locks, in the order of the rule. */
const ROWS = {
  run: 'SELECT FROM run WHERE id = $1 FOR UPDATE',
  step: `SELECT FROM step WHERE run_id = $1 AND id = 'only' FOR UPDATE`,
  counter: 'SELECT FROM org_load WHERE org_id = (SELECT org_id FROM run WHERE id = $1) FOR UPDATE',
} as const;
type Row = keyof typeof ROWS;

const sessions: pg.Client[] = [];
async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: site.db.urls.admin });
  client.on('error', () => {});
  await client.connect();
  sessions.push(client);
  return client;
}
afterAll(() => Promise.all(sessions.map((client) => client.end())));

async function hold(row: Row, runId: string): Promise<{ pid: number; release(): Promise<void> }> {
  const client = await session();
  await client.query('BEGIN');
  await client.query(ROWS[row], [runId]);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return { pid: rows[0].pid, release: async () => void (await client.query('COMMIT')) };
}

const somebodyWaitsFor = (pid: number): Promise<void> =>
  until(
    async () => {
      const { rows } = await site.db.admin.query(
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [pid],
      );
      return rows[0].n > 0;
    },
    1_800,
    5,
  );

const claim = (runId: string): Promise<Claimed | null> =>
  claimStep(runtime, { orgId: site.org.orgId, runId, stepId: 'only' });
const cancel = (runId: string) => cancelRun(site.org.owner, { runId, reason: '' });

describe('F-40 every verb locks in one order', () => {
  /** While `verb` waits for `row`, a third session can take every row that comes after it. */
  async function laterRowsAreFree(row: Row, runId: string, verb: () => Promise<unknown>): Promise<void> {
    const held = await hold(row, runId);
    const working = verb();
    await somebodyWaitsFor(held.pid);
    const third = await session();
    const order = Object.keys(ROWS) as Row[];
    try {
      for (const later of order.slice(order.indexOf(row) + 1)) {
        await third.query('BEGIN');
        await third.query(`${ROWS[later]} NOWAIT`, [runId]);
        await third.query('ROLLBACK');
      }
    } finally {
      await third.query('ROLLBACK');
      await held.release();
      await working;
    }
  }

  const verbs: [string, Row, (runId: string) => Promise<() => Promise<unknown>>][] = [
    ['a claim', 'step', async (runId) => () => claim(runId)],
    ['a claim', 'counter', async (runId) => () => claim(runId)],
    ['a cancel', 'run', async (runId) => () => cancel(runId)],
    ['a cancel', 'step', async (runId) => () => cancel(runId)],
    ...(['run', 'step', 'counter'] as const).map(
      (row): [string, Row, (runId: string) => Promise<() => Promise<unknown>>] => [
        'a record',
        row,
        async (runId) => {
          const claimed = await claim(runId);
          if (!claimed) throw new Error('not claimed');
          return () => executeStep(runtime, claimed);
        },
      ],
    ),
  ];

  it.each(verbs)('%s that waits for the %s holds no later row', async (_, row, prepare) => {
    const runId = await site.run(['only']);
    const verb = await prepare(runId);
    await laterRowsAreFree(row, runId, verb);
    await cancel(runId);
  });

  it('control: a function that takes the counter first is found out', async () => {
    const restore = await weaken(
      site.db,
      'engine_append',
      '-- Lock order:',
      'PERFORM 1 FROM "org_load" WHERE org_id = v_org FOR UPDATE;\n  -- Lock order:',
    );
    const runId = await site.run(['only']);
    await expect(laterRowsAreFree('step', runId, () => claim(runId))).rejects.toMatchObject({
      code: '55P03',
    });
    await restore();
    await cancel(runId);
  });
});

describe('F-38 a cancel at every lock boundary of a claim', () => {
  /** The claim waits at `row`; a cancel comes; then the row is let go. */
  async function cancelAt(row: Row): Promise<string> {
    const runId = await site.run(['only']);
    const held = await hold(row, runId);
    const claiming = claim(runId);
    if (row === 'run') expect(await claiming).toBeNull();
    else await somebodyWaitsFor(held.pid);
    const cancelling = cancel(runId);
    await held.release();
    const [claimed] = await Promise.all([claiming, cancelling]);
    if (claimed) await executeStep(runtime, claimed);
    return runId;
  }

  it.each(Object.keys(ROWS) as Row[])('at the %s: no step starts after the acknowledgement', async (row) => {
    const runId = await cancelAt(row);
    expect(await claim(runId)).toBeNull();
    const { rows } = await site.db.admin.query('SELECT status FROM run WHERE id = $1', [runId]);
    expect(rows[0].status).toMatch(/cancelled|completed/);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  });

  it('control: without the check of the journal’s version a claim starts a step of a cancelled run', async () => {
    const restore = await withoutSeqCheck(site.db);
    const runId = await site.run(['only']);
    const { appendToRun, readRun } = await import('../../server/db/journal/append');
    const ref = { orgId: site.org.orgId, runId };
    await readRun(ref);
    await cancel(runId);
    const address = { stepId: 'only', round: 1, attempt: 1, epoch: 1 };
    await appendToRun(ref, (draft) => draft.add({ type: 'plan.task.started', ...address, worker: 'late' }), {
      leaseMs: 1_000,
    });
    await restore();
    expect((await factsOf(site.db, runId)).at(-1)?.type).toBe('plan.task.started');
    expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I12/));
  });
});
