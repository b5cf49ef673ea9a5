import { hostname } from 'node:os';
import { env } from '../server/env';
import { control } from '../server/failpoint';
import { log } from '../server/log';
import { backend } from '../server/queue/connection';
import { openConsumer } from '../server/queue/consume';
import { jobQueue } from '../server/queue/enqueue';
import { rollCosts } from '../server/services/cost/roll';
import { ringDetectorsAgain } from '../server/services/evolution/ring-again';
import { sweepFiles } from '../server/services/file/sweep';
import { sweepRuns } from '../server/services/run/sweep';
import { advance } from '../server/services/step/advance';
import { connect } from '../server/services/step/connect';
import { abortAll } from '../server/services/step/guard';
import type { Runtime } from '../server/services/step/runtime';
import { consumeWith } from './consume';
import { canary } from './handlers/canary';
import { stepAdvance } from './handlers/step-advance';
import { teamDetect } from './handlers/team-detect';
import { CANARY_MS, canaryWatch } from './liveness';
import { loopLag } from './loop-lag';
import { type Scheduled, schedule } from './schedule';
import { Spare } from './spare';

/** Time for steps at work to end by themselves after a stop was asked for, in ms; then they are given back. */
const FINISH_MS = 18_000;
/** Time for a step to be given back, in ms. */
const GIVE_BACK_MS = 5_000;
const LAG_REPORT_MS = 60_000;
/** Time between two sweeps of files that have outlived their time, in ms. */
const FILES_MS = 3_600_000;
/** Time between two turns of adding closed runs to their days, in ms. */
const COSTS_MS = 5_000;
/** Time between two turns of ringing for detectors whose ring may have been lost, in ms. */
const DETECT_MS = 900_000;

export type StartedWorker = {
  /** Resolves when jobs are being taken; rejects when the queue's store is unfit. */
  ready: Promise<void>;
  /** Claims nothing more at once; resolves when everything at work ended or was given back, within 25 s. */
  stop(): Promise<void>;
};

/** Takes jobs, sweeps, and watches itself, until stopped. `wedged` is called when only a fresh start helps. */
export function startWorker(wedged: () => void): StartedWorker {
  const { TROUPE_WORKER_CONCURRENCY: concurrency, TROUPE_LEASE_MS, TROUPE_SWEEP_MS } = env();
  const worker = `${hostname()}-${process.pid}-${Date.now().toString(36)}`;
  let draining = false;
  const runtime: Runtime = { worker, leaseMs: TROUPE_LEASE_MS, draining: () => draining, connect };
  const where = backend();
  log().info({ worker, queue: where.kind, concurrency }, 'worker starts');
  if (where.kind === 'postgres')
    log().info('The queue runs on PostgreSQL: for one machine. Set REDIS_URL for more.');

  const handlers = { 'step.advance': stepAdvance(runtime), 'team.detect': teamDetect, canary };
  const consumer = openConsumer(where, consumeWith(handlers), concurrency);
  const spare = new Spare(
    () => advance(runtime),
    () => concurrency - consumer.atWork(),
  );

  let round = 0;
  const sweep = async (): Promise<void> => {
    const ready = await sweepRuns(runtime, ++round);
    if (ready === 0 || draining) return;
    const away = await jobQueue()
      .ping()
      .then(
        () => false,
        () => true,
      );
    // control: without its queue a worker does nothing
    if (away && !control('spare')) spare.take(ready);
  };
  const alive = canaryWatch({
    worker,
    queue: jobQueue(),
    hasRoom: () => consumer.atWork() < concurrency,
    lastTakenAt: consumer.lastTakenAt,
  });
  const lag = loopLag();
  const timers: Scheduled[] = [
    schedule('sweep', TROUPE_SWEEP_MS, sweep),
    schedule('canary', CANARY_MS, async () => {
      if (!draining && !(await alive())) wedged();
    }),
    schedule('files', FILES_MS, async () => {
      await sweepFiles();
    }),
    schedule('costs', COSTS_MS, async () => {
      await rollCosts();
    }),
    schedule('detect', DETECT_MS, async () => {
      await ringDetectorsAgain();
    }),
    schedule('lag', LAG_REPORT_MS, async () => {
      const { high, p99, max } = lag.read();
      if (high) log().warn({ p99, max }, 'the event loop lags');
    }),
  ];

  const stop = async (): Promise<void> => {
    draining = true;
    lag.stop();
    const ended = Promise.all([consumer.close(), spare.settled(), ...timers.map((timer) => timer.stop())]);
    if (await endsWithin(ended, FINISH_MS)) return;
    log().warn({ atWork: consumer.atWork() }, 'steps are given back');
    abortAll();
    await endsWithin(ended, GIVE_BACK_MS);
  };
  return { ready: consumer.ready, stop };
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return ended;
}
