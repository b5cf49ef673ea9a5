import { appPool, authPool } from './pools';

/** Longest wait for an answer (ms): a probe asks every few seconds. */
const PATIENCE_MS = 2_000;

/** Do both roles get an answer from the database? Never throws. */
export async function isReady(): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS).unref();
  });
  const answers = Promise.all([appPool().query('SELECT 1'), authPool().query('SELECT 1')]);
  return Promise.race([
    answers.then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
}
