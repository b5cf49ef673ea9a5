import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/start/port';
import { startRun } from '../../server/services/run/start';
import { streamBreaches } from '../faults/support/check-stream';
import { tcpProxy } from '../faults/support/tcp-proxy';
import { firstClaimMs } from '../faults/support/tenant';
import { until } from '../faults/support/until';
import { WorkerProcess } from '../faults/support/worker-process';
import { type Member, makeCrowd } from '../figures/support/crowd';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { startRedis } from '../support/redis';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { SseClient } from './support/sse-client';
import { WebProcess } from './support/web-process';

const CLIENTS = 200;
const MEMBERS = 20;
const RUNS = CLIENTS / MEMBERS;
const STOP_MS = 15_000;
const CAUGHT_UP_MS = 10_000;
const BACK_MS = 30_000;
const P95_MS = 2_000;

const db = await testDatabase();
const redis = await startRedis();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
Object.assign(process.env, { TROUPE_URL: url, NEXTAUTH_URL: url, REDIS_URL: redis.url });
process.env.TROUPE_DEMO_WORD_MS = '5';
closeEngineAfterwards();
let web = await WebProcess.start(port);
const worker = await WorkerProcess.start({ NODE_ENV: 'production' });
const clients: SseClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.leave();
});
afterAll(async () => {
  await Promise.all([web.stop(), worker.stop()]);
  await redis.stop();
});

/** An organization of 20 people, and a way to start a run of so many steps there. */
async function crowd(steps: number, maxRunning = RUNS) {
  const { org, members } = await makeCrowd(db, MEMBERS);
  const slots = Array.from({ length: steps }, (_, n) => ({ id: `s${n + 1}`, agentId: org.agentId }));
  const teamId = await makeTeam(db, org, manifestOf('pipeline', slots));
  await db.admin.query('UPDATE organization SET max_running = $2 WHERE org_id = $1', [org.orgId, maxRunning]);
  const start = async (key: string): Promise<string> =>
    (await startRun(org.owner, { teamId, projectId: org.projectId, goal: 'Stay', idempotencyKey: key }))
      .runId;
  const watch = ({ cookie }: Member, runId: string, more: object = {}): SseClient => {
    const client = new SseClient({ url, cookie, org: org.slug, runId, ...more });
    clients.push(client);
    return client;
  };
  return { org, members, start, watch };
}

const hearing = (all: SseClient[], connection = 1): Promise<void> =>
  until(async () =>
    all.every((client) => client.ended || (client.arrivals.length >= connection && client.seqs.length > 0)),
  );

/** 200 clients of ten runs that go on, while the web server goes and another comes. */
async function restart(leave: () => Promise<unknown>, more: object = {}) {
  const { members, start, watch } = await crowd(30);
  const runs = await Promise.all(Array.from({ length: RUNS }, (_, n) => start(`run-${n}`)));
  const all = runs.flatMap((runId) =>
    members.map((member) => ({ runId, client: watch(member, runId, more) })),
  );
  const everyone = all.map(({ client }) => client);
  await hearing(everyone);
  await leave();
  web = await WebProcess.start(port);
  const back = Date.now();
  await hearing(everyone, 2);
  const caughtUpMs = Date.now() - back;
  expect(everyone.filter((client) => client.arrivals.length > 1).length).toBeGreaterThan(CLIENTS / 2);
  await until(async () => everyone.every((client) => client.ended), 120_000);
  const journals = new Map(
    await Promise.all(runs.map(async (runId) => [runId, await factsOf(db, runId)] as const)),
  );
  const found = all.flatMap(({ runId, client }) => streamBreaches(journals.get(runId)!, client.seqs));
  return { caughtUpMs, found, pauses: everyone.map((client) => client.pauses[0] ?? 0) };
}

describe(`F-13 the web server is replaced under ${CLIENTS} streams`, () => {
  it('told to stop, it is gone within 15 s; all come back in their own time, within 10 s, without a gap or a repeat', async () => {
    const { caughtUpMs, found, pauses } = await restart(async () => {
      expect(await web.stop()).toBeLessThan(STOP_MS);
    });
    expect(caughtUpMs).toBeLessThan(CAUGHT_UP_MS);
    expect(found).toEqual([]);
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(1_000);
  });

  it('killed, it is missed as little', async () => {
    const { caughtUpMs, found } = await restart(() => web.kill());
    expect(caughtUpMs).toBeLessThan(CAUGHT_UP_MS);
    expect(found).toEqual([]);
  });

  it('control: clients that do not say what they have are sent it again, and that is found', async () => {
    const { found } = await restart(() => web.kill(), { forgetful: true });
    expect(found).toContainEqual(expect.stringMatching(/^I11 \d+ came again/));
  });
});

describe('F-14 a stream ends in every way that a wire knows', () => {
  async function broken(how: 'pause' | 'drop' | 'cut', more: object = {}) {
    const { members, start, watch } = await crowd(40);
    const wire = await tcpProxy({ host: '127.0.0.1', port });
    const runId = await start('run');
    const client = watch(members[0]!, runId, { url: wire.by(url).replace(/\/$/, ''), ...more });
    await hearing([client]);
    if (how === 'pause') wire.stall();
    else if (how === 'drop') wire.drop();
    else wire.cutAfter(100);
    const begun = Date.now();
    if (how !== 'pause') {
      await pause(500);
      wire.heal();
    }
    const came = await until(async () => client.arrivals.length >= 2, BACK_MS).then(
      () => true,
      () => false,
    );
    const backMs = Date.now() - begun;
    if (came) await until(async () => client.ended, 120_000);
    await wire.close();
    return { came, backMs, found: streamBreaches(await factsOf(db, runId), client.seqs) };
  }

  it.each(['drop', 'cut', 'pause'] as const)(
    '%s: the client is back within 30 s, and has every fact once',
    async (how) => {
      const { came, backMs, found } = await broken(how);
      expect(came).toBe(true);
      expect(backMs).toBeLessThan(BACK_MS);
      expect(found).toEqual([]);
    },
  );

  it('control: a client that waits for as long as it takes never notices a silent death', async () => {
    expect((await broken('pause', { patient: true })).came).toBe(false);
  });
});

describe(`F-32 ${CLIENTS} streams come back at once while one organization has 1,000 steps to do`, () => {
  it('another’s first step begins within 2 s (p95)', async () => {
    const noisy = await crowd(100);
    const runs = await Promise.all(Array.from({ length: RUNS }, (_, n) => noisy.start(`run-${n}`)));
    const all = runs.flatMap((runId) => noisy.members.map((member) => noisy.watch(member, runId)));
    await hearing(all);
    const quiet = await crowd(1);
    await web.kill();
    web = await WebProcess.start(port);
    const ms: number[] = [];
    for (let n = 0; n < 20; n += 1) ms.push(await firstClaimMs(db, await quiet.start(`quiet-${n}`)));
    ms.sort((a, b) => a - b);
    await hearing(all, 2);
    console.log(JSON.stringify({ claimedAfterMs: ms.map(Math.round) }));
    expect(ms[Math.ceil(ms.length * 0.95) - 1]).toBeLessThan(P95_MS);
    const { rows } = await db.admin.query(
      `SELECT count(*)::int AS open FROM run WHERE org_id = $1 AND closed_at IS NULL`,
      [noisy.org.orgId],
    );
    // The noise was still there.
    expect(rows[0].open).toBeGreaterThan(0);
  });
});
