import { loadEnvFile } from '../start/env-file';
import { type Started, startServices } from '../start/services';

/** Runs `work` with the database up and migrated; an embedded one that was not running before is stopped again. */
export async function withDatabase<T>(work: (started: Started) => Promise<T>): Promise<T> {
  loadEnvFile();
  const started = await startServices(console.log);
  try {
    return await work(started);
  } finally {
    if (!started.reused) await started.stop();
  }
}
