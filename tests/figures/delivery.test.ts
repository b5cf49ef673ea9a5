import { describe, expect, it } from 'vitest';
import { startRun } from '../../server/services/run/start';
import { quantile } from '../bench/statistics';
import { until } from '../faults/support/until';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { makeCrowd } from './support/crowd';
import { holdFigure, spread } from './support/figure';
import { openServed } from './support/served';
import { type Seen, type Watch, Watchers } from './support/watchers';

/** A step takes a moment, as with a real model: text is streamed beside the facts. */
const { db, url, worker } = await openServed({ wordMs: 5 });
closeEngineAfterwards();

const MEMBERS = 20;
const EACH = 10;
const CLIENTS = MEMBERS * EACH;
const STEPS = 40;
const P95_MS = 300;
const P99_MS = 1_000;

describe('a fact', () => {
  it('is with each of 200 clients within 300 ms p95 and 1 s p99 of its commit, none left out and none twice', async () => {
    const { org, members } = await makeCrowd(db, MEMBERS);
    const slots = Array.from({ length: STEPS }, (_, n) => ({ id: `s${n + 1}`, agentId: org.agentId }));
    const teamId = await makeTeam(db, org, manifestOf('pipeline', slots));
    const start = (key: string) =>
      startRun(org.owner, { teamId, projectId: org.projectId, goal: 'Deliver', idempotencyKey: key });
    const watches: Watch[] = [];
    // As many runs at a time as the organization may have running, so that none waits for another.
    await db.admin.query('UPDATE organization SET max_running = $2 WHERE org_id = $1', [org.orgId, EACH]);
    for (let run = 0; run < EACH; run += 1) {
      const { runId } = await start(`run-${run}`);
      for (const { cookie } of members) watches.push({ cookie, org: org.slug, runId });
    }
    const clients = Watchers.start(url);
    expect(await clients.open(watches)).toMatchObject({ open: CLIENTS, broken: 0 });
    // What was there before they came is no delivery.
    await clients.seen();
    await worker();
    let all: Seen | undefined;
    const latencies: number[] = [];
    await until(
      async () => {
        all = await clients.seen();
        latencies.push(...all.latenciesMs);
        return all.ended === CLIENTS;
      },
      120_000,
      500,
    );
    const { rows } = await db.admin.query('SELECT sum(seq)::int AS facts FROM run WHERE org_id = $1', [
      org.orgId,
    ]);
    expect(all).toMatchObject({ gaps: 0, repeats: 0, broken: 0, facts: rows[0].facts * MEMBERS });
    const met = quantile(latencies, 0.95) <= P95_MS && quantile(latencies, 0.99) <= P99_MS;
    holdFigure(
      {
        figure: `commit to client, ${CLIENTS} clients, ${latencies.length} arrivals`,
        bar: 'p95 ≤ 300 ms, p99 ≤ 1 s; 0 gaps, 0 duplicates',
        measured: `${spread(latencies)}; 0 gaps, 0 duplicates`,
        met,
      },
      quantile(latencies, 0.99) <= 10 * P99_MS,
    );
  });
});
