import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { contest } from '../contestant';
import { widthOf } from '../heat';
import { databaseUrl, packageVersion } from './surroundings';

type Payload = { key: string; step: number; prompt: string };

const TABLES = `CREATE TABLE result (run text, step int, body text NOT NULL, PRIMARY KEY (run, step));
  CREATE TABLE fan (run text PRIMARY KEY, open int NOT NULL)`;
const STORE = 'INSERT INTO result (run, step, body) VALUES ($1, $2, $3)';
/** Of W3's leaves: who stores the last of them adds the join. The row of the run is what they queue at. */
const STORE_AND_JOIN = `WITH stored AS (${STORE}),
  run AS (UPDATE fan SET open = open - 1 WHERE run = $1 RETURNING open)
  SELECT graphile_worker.add_job('step', $4::json) FROM run WHERE open = 0`;
const STORE_AND_NEXT = `WITH stored AS (${STORE}) SELECT graphile_worker.add_job('step', $4::json)`;

// Strictest mode: no local queue and no batched completion (both would let a crash repeat jobs that had ended), so a
// step is three commits: its fetch, its result together with the next job, its completion (which 0.17 does not wait for).
await contest(async (heat, { ask }) => {
  const max = Math.max(10, heat.concurrency * 2 + 2);
  const pgPool = new pg.Pool({ connectionString: databaseUrl(), max });
  // A lost connection fails the job that uses it; the pool itself has nothing to add.
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ pgPool, logger });
  await utils.migrate();
  await pgPool.query(TABLES);

  const events: WorkerEvents = new EventEmitter();
  const ended = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>();
  events.on('job:complete', ({ job, error }) => {
    const { key, step } = job.payload as Payload;
    if (error) ended.get(key)?.reject(error);
    else if (step === heat.steps) ended.get(key)?.resolve();
  });
  const runner = await run({
    pgPool,
    logger,
    events,
    concurrency: Math.max(heat.concurrency, Math.min(20, widthOf(heat))),
    noHandleSignals: true,
    taskList: {
      step: async (payload, helpers) => {
        const { key, step, prompt } = payload as Payload;
        const body = await ask(key, prompt, step);
        const fan = heat.workload === 'w3';
        const after = fan ? heat.steps : step + 1;
        const next = JSON.stringify({ key, step: after, prompt: body } satisfies Payload);
        const follow = fan
          ? { name: 'store-and-join', text: STORE_AND_JOIN }
          : { name: 'store-and-next', text: STORE_AND_NEXT };
        await helpers.withPgClient((client) =>
          step === heat.steps
            ? client.query({ name: 'store', text: STORE, values: [key, step, body] })
            : client.query({ ...follow, values: [key, step, body, next] }),
        );
      },
    },
  });
  return {
    contestant: 'graphile-worker chain',
    version: packageVersion('graphile-worker'),
    mode: 'a job per step, its result and the next job in one transaction, no local queue, no batching',
    run: async (key) => {
      const end = new Promise<void>((resolve, reject) => ended.set(key, { resolve, reject }));
      if (heat.workload === 'w3') await fanOut(pgPool, key, widthOf(heat));
      else await utils.addJob('step', { key, step: 1, prompt: '' } satisfies Payload, { maxAttempts: 1 });
      await end;
      ended.delete(key);
    },
    close: async () => {
      await runner.stop();
      await utils.release();
      await pgPool.end();
    },
  };
});

/** One statement, so that it is one commit: the run's row and a job for each leaf. */
async function fanOut(pool: pg.Pool, key: string, width: number): Promise<void> {
  await pool.query(
    `WITH made AS (INSERT INTO fan VALUES ($1, $2))
     SELECT graphile_worker.add_job('step', json_build_object('key', $1::text, 'step', n, 'prompt', '')) FROM generate_series(1, $2) n`,
    [key, width],
  );
}
