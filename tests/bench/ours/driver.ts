import pg from 'pg';
import packageJson from '../../../package.json' with { type: 'json' };
import { closeClients } from '../../../server/db/client';
import { closePools } from '../../../server/db/pools';
import { bus, closeBus } from '../../../server/live/bus';
import { backend } from '../../../server/queue/connection';
import { closeJobQueue } from '../../../server/queue/enqueue';
import { startRun } from '../../../server/services/run/start';
import { stopGuards } from '../../../server/services/step/guard';
import { contest, type Engine } from '../contestant';
import { widthOf } from '../heat';
import { Ends } from './ends';
import { setEnvironment } from './environment';
import { makeFixture } from './fixture';
import { benchConnect } from './model-port';
import { type BenchWorker, openBenchWorker } from './worker';

// The product's own verbs, worker, queue and bus in one process; rights, row-level security, audit, ledger and budget
// are on, for they can't be switched off.
await contest(async (heat, model): Promise<Engine> => {
  const { adminUrl } = setEnvironment(heat);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  await admin.query('CREATE SCHEMA IF NOT EXISTS bullmq AUTHORIZATION troupe_queue');
  const { org, teamId } = await makeFixture(admin, heat);
  const ends = new Ends(admin, org.orgId);
  const keys = new Map<string, string>();
  const connect = benchConnect((runId) => model.mark(keys.get(runId) ?? ''));
  const work = (): Promise<BenchWorker> =>
    openBenchWorker(connect, Math.max(heat.concurrency, widthOf(heat)), async () => ends.tell());
  bus();
  let worker = await work();

  /** Resolves when the start is acknowledged; `ended` when its run is closed. */
  const start = async (key: string): Promise<{ ended: Promise<void> }> => {
    const { projectId } = org;
    const { runId } = await startRun(org.owner, {
      projectId,
      teamId,
      goal: `Bench ${key}`,
      idempotencyKey: key,
    });
    keys.set(runId, key);
    return { ended: ends.of(runId) };
  };

  const held: Promise<void>[] = [];
  return {
    contestant: `Troupe, queue on ${backend().kind === 'redis' ? 'Redis' : 'PostgreSQL'}`,
    version: packageJson.version,
    mode: 'default: one commit for the start, the first claim, and each step with the next claim',
    run: async (key) => {
      await (await start(key)).ended;
    },
    held: {
      start: async (all) => {
        await worker.close();
        for (const key of all) held.push((await start(key)).ended);
      },
      finish: async () => {
        worker = await work();
        await Promise.all(held.splice(0));
      },
    },
    close: async () => {
      await worker.close();
      ends.close();
      stopGuards();
      await Promise.all([closeBus(), closeJobQueue()]);
      await Promise.all([closeClients(), closePools(), admin.end()]);
    },
  };
});
