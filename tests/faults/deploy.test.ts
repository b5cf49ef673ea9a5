import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { NEXT, nextBuild } from './support/next-build';
import { openSite } from './support/site';
import type { WorkerProcess } from './support/worker-process';

// So long that none lapses because the machine is busy with starting processes.
const site = await openSite({ leaseMs: 6_000 });
const next = nextBuild();
const FLEET = 3;
const RUNS = 30;

afterEach(() => {
  site.model.script(undefined);
  return site.clear();
});

/** A migration as a release brings it: what it adds, the old build does not know and does not need. */
async function release(): Promise<void> {
  await site.db.admin.query(`
    BEGIN;
    SET LOCAL lock_timeout = '5s';
    ALTER TABLE run ADD COLUMN released_with text NOT NULL DEFAULT 'before';
    ALTER TABLE step ADD COLUMN released_with text;
    CREATE INDEX ON step (released_with);
    COMMIT;`);
}

/** Runs are under way; the database is migrated, and each worker is replaced by one of the next build. */
async function deploy(leave: (worker: WorkerProcess) => Promise<unknown>, migrated: boolean) {
  site.model.script(() => ({ callDelayMs: 300 }));
  const fleet: WorkerProcess[] = [];
  for (let at = 0; at < FLEET; at++) fleet.push(await site.worker());
  const start = () =>
    Promise.all(Array.from({ length: RUNS / 2 }, () => site.run(['a', 'b', 'c', 'd', 'e?'])));
  const runs = await start();
  await site.model.when(() => site.model.counts().open >= 5);
  if (migrated) await release();
  for (const worker of fleet) {
    await leave(worker);
    await site.worker('', {}, next);
  }
  runs.push(...(await start()));
  await site.ended(...runs);
  await site.stopWorkers();
  expect(await breaches(site.db, site.model, runs)).toEqual([]);
  const facts = (await Promise.all(runs.map((runId) => factsOf(site.db, runId)))).flat();
  const claims = facts.flatMap((fact) => (fact.type === 'plan.task.started' ? [fact.worker] : []));
  return {
    completed: facts.filter((fact) => fact.type === 'run.completed').length,
    retried: facts.flatMap((fact) => (fact.type === 'plan.task.retried' ? [fact.reason] : [])),
    before: claims.filter((worker) => !worker.startsWith(NEXT)).length,
    after: claims.filter((worker) => worker.startsWith(NEXT)).length,
  };
}

describe('F-27 a release while runs are under way: a migration, and workers replaced one by one by the next build', () => {
  it('every run is completed, by workers of both builds, and no attempt is lost', async () => {
    const seen = await deploy(async (worker) => expect(await worker.stop()).toBe(0), true);
    expect(seen).toMatchObject({ completed: RUNS, retried: [] });
    expect(Math.min(seen.before, seen.after)).toBeGreaterThan(5);
  });

  it('control: workers that are killed instead lose their attempts, and the next build makes them again', async () => {
    const seen = await deploy((worker) => worker.kill(), false);
    expect(seen.completed).toBe(RUNS);
    expect(seen.retried).toContain('crashed');
  });
});
