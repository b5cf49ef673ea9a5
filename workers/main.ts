import { env } from '../server/env';
import { log } from '../server/log';
import { closeProcess } from '../server/services/process/close';
import { startWorker } from './worker';

/** Time for closing connections after the work has ended, in ms. */
const CLOSE_MS = 2_000;

process.on('unhandledRejection', (error) => fatal(error, 'unhandled rejection'));
process.on('uncaughtException', (error) => fatal(error, 'uncaught exception'));

function fatal(error: unknown, what: string): never {
  log().fatal({ err: error }, what);
  process.exit(1);
}

try {
  env();
} catch (error) {
  // The log needs the environment too.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const worker = startWorker(() =>
  fatal(undefined, 'jobs stay in a queue that answers: this process takes none, so it is started anew'),
);
worker.ready.then(
  () => process.send?.({ up: true }),
  (error: unknown) => fatal(error, 'the queue cannot be used'),
);

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return;
  stopping = true;
  log().info({ signal }, 'worker stops');
  await worker.stop();
  setTimeout(() => process.exit(0), CLOSE_MS).unref();
  await closeProcess();
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));
