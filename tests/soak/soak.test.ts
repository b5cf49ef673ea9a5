import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { connectionBreaches, connections } from '../faults/support/check-connections';
import { livenessBreaches } from '../faults/support/check-liveness';
import { breaches } from '../faults/support/checker';
import { ownPostgres } from '../faults/support/own-postgres';
import { random } from '../faults/support/random';
import { openSite } from '../faults/support/site';
import { comesTrue } from '../faults/support/until';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent } from '../support/tenants';
import { writePage } from './page';
import { openStorm } from './storm';

const STEPS = Number(process.env.SOAK_STEPS ?? 10_000);
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const PAGE = process.env.SOAK_PAGE;
/** Runs that are under way at the same time. */
const AT_ONCE = 30;
/** From the last heal to the end of every run, in ms. */
const HEALED_MS = 180_000;

const postgres = await ownPostgres();
const site = await openSite();
const say = (line: string): void => console.log(`soak: ${line}`);

const names = Array.from({ length: 10 }, (_, at) => `s${at}`);
const dag = {
  kind: 'dag',
  steps: names.map((id, at) => ({ id, slot: id, dependsOn: names.slice(Math.max(0, at - 2), at) })),
};

/** A way to start ten steps (or three, of a reviewed one), by protocol. */
async function teams(): Promise<{ teamId: string; steps: number }[]> {
  const agents = [
    await addAgent(site.db, site.org, 'Cy', { model: 'fake' }),
    await addAgent(site.db, site.org, 'Di', { model: 'fake' }),
  ];
  const slots = names.map((id, at) => ({ id, agentId: agents[at % 2]! }));
  const ten = manifestOf('pipeline', slots);
  const gate = [
    { id: 'write', agentId: agents[0]! },
    { id: 'check', agentId: agents[1]!, review: true },
  ];
  const make = async (manifest: object, steps: number) => ({
    teamId: await makeTeam(site.db, site.org, manifest),
    steps,
  });
  return [
    await make(ten, 10),
    await make({ ...ten, protocol: { kind: 'fan_out' } }, 10),
    await make({ ...ten, protocol: dag }, 10),
    await make(manifestOf('review_gate', gate), 2),
  ];
}

/** Starts with one key until it is acknowledged, as a client does whose server is away for a moment. */
async function start(teamId: string): Promise<string> {
  const { projectId } = site.org;
  const input = { projectId, teamId, goal: 'Outlive the storm', idempotencyKey: newId() };
  for (;;) {
    const started = await startRun(site.org.owner, input).catch(() => null);
    if (started) return started.runId;
    await pause(200);
  }
}

const open = async (): Promise<number | null> => {
  const answer = await site.db.admin
    .query('SELECT count(*)::int AS n FROM run WHERE closed_at IS NULL')
    .catch(() => null);
  return answer ? answer.rows[0].n : null;
};

it(
  `0 duplicate effects in ${STEPS} steps under kills, pauses, flushes and restarts (seed ${SEED})`,
  async () => {
    const chance = random(SEED);
    site.model.script(() => ({ callDelayMs: 5 + Math.floor(chance() * 300) }));
    const ways = await teams();
    const base = await connections(site.db);
    const begun = Date.now();
    const storm = openStorm(site, postgres, random(SEED + 1), say);
    const runs: string[] = [];
    let steps = 0;
    let told = 0;
    while (steps < STEPS && Date.now() - begun < MINUTES * 60_000) {
      const going = await open();
      if (going === null || going >= AT_ONCE) {
        await pause(100);
        continue;
      }
      const way = ways[Math.floor(chance() * ways.length)]!;
      runs.push(await start(way.teamId));
      steps += way.steps;
      if (steps - told >= 500) {
        told = steps;
        say(`${steps} steps, ${Math.round((Date.now() - begun) / 1_000)} s, ${JSON.stringify(storm.hits)}`);
      }
    }
    const survivors = await storm.stop();
    const ended = await comesTrue(async () => (await open()) === 0, HEALED_MS);
    const seconds = (Date.now() - begun) / 1_000;
    const found = ended ? await livenessBreaches(site, survivors) : [`I7 ${await open()} runs do not end`];
    await site.stopWorkers();
    found.push(...(await connectionBreaches(site.db, base)));
    found.push(...(await breaches(site.db, site.model, runs)));
    const { rows } = await site.db.admin.query(
      `
    SELECT (SELECT jsonb_object_agg(status, n) FROM (SELECT status, count(*) AS n FROM run WHERE id = ANY ($1) GROUP BY 1) r) AS ends,
      (SELECT count(*)::int FROM fact WHERE type = 'plan.task.retried') AS retried,
      (SELECT count(*)::int FROM model_call WHERE status = 'unknown') AS unknown,
      (SELECT count(*)::int FROM fact WHERE type = 'run.failed' AND body->>'reason' <> 'crashed') AS lost`,
      [runs],
    );
    const { ends, retried, unknown, lost } = rows[0];
    const calls = site.model.counts();
    const soaked = {
      seed: SEED,
      asked: STEPS,
      steps,
      runs: runs.length,
      seconds,
      hits: storm.hits,
      calls,
      ends,
      retried,
      unknown,
    };
    say(JSON.stringify(soaked));
    if (PAGE) writePage(PAGE, { ...soaked, breaches: found });
    expect(found).toEqual([]);
    expect(calls.duplicates).toBe(0);
    expect(lost).toBe(0);
  },
  MINUTES * 60_000 + 600_000,
);
