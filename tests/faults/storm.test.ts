import { expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { connectionBreaches, connections } from './support/check-connections';
import { livenessBreaches } from './support/check-liveness';
import { breaches } from './support/checker';
import { random } from './support/random';
import { LEASE_MS, openSite } from './support/site';
import type { WorkerProcess } from './support/worker-process';

const site = await openSite();
const STEPS = 1_000;
const FAULTS = 100;
const PIPELINE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);

it(`0 duplicate effects in ${STEPS} steps under ${FAULTS} random kills and pauses (seed ${SEED})`, async () => {
  const chance = random(SEED);
  site.model.script(() => ({ callDelayMs: 20 + Math.floor(chance() * 200) }));
  const base = await connections(site.db);
  const workers: WorkerProcess[] = [await site.worker(), await site.worker(), await site.worker()];
  const runs: string[] = [];
  const counts = { kills: 0, pauses: 0 };
  const paused = new Set<Promise<void>>();

  /** Keeps a few runs going until all the steps are asked for; a start is the web server's and is never hit. */
  const feeding = (async () => {
    while (runs.length * PIPELINE.length < STEPS || counts.kills + counts.pauses < FAULTS) {
      const next = await Promise.all(Array.from({ length: 5 }, () => site.run(PIPELINE)));
      runs.push(...next);
      await site.ended(...runs.slice(-10, -5));
    }
  })();

  while (counts.kills + counts.pauses < FAULTS) {
    await new Promise((resolve) => setTimeout(resolve, 50 + chance() * 250));
    const at = Math.floor(chance() * workers.length);
    const victim = workers[at]!;
    if (chance() < 0.35) {
      counts.kills += 1;
      await victim.kill();
      workers[at] = await site.worker();
    } else {
      counts.pauses += 1;
      victim.pause();
      // Half of the pauses outlast the lease: then the step has another owner when it wakes.
      const asleep = new Promise<void>((resolve) => setTimeout(resolve, chance() * 2 * LEASE_MS)).then(() =>
        victim.resume(),
      );
      paused.add(asleep);
      void asleep.then(() => paused.delete(asleep));
    }
  }
  await Promise.all(paused);
  await feeding;
  await site.ended(...runs);
  const found = await livenessBreaches(site, workers);
  await site.stopWorkers();
  found.push(...(await connectionBreaches(site.db, base)));
  found.push(...(await breaches(site.db, site.model, runs)));
  const failed = (await Promise.all(runs.map((runId) => factsOf(site.db, runId)))).filter((facts) =>
    facts.some((fact) => fact.type === 'run.failed' && fact.reason !== 'crashed'),
  );
  console.log(JSON.stringify({ seed: SEED, runs: runs.length, ...counts, calls: site.model.counts() }));
  expect(found).toEqual([]);
  expect(failed).toEqual([]);
  expect(runs.length * PIPELINE.length).toBeGreaterThanOrEqual(STEPS);
}, 600_000);
