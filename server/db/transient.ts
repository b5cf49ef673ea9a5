/** SQLSTATE classes and driver errors after which the same statement may succeed: nothing was decided. */
const CODES = new Set([
  '40001',
  '40P01',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  '25P03',
]);
const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);
const WORDS = /terminated|timeout exceeded|not queryable|Connection ended|server closed/i;

export function isTransient(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code && (CODES.has(code) || NETWORK.has(code) || code.startsWith('08'))) return true;
  return WORDS.test(message ?? '');
}

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 1_000;

/**
 * Runs a database step until it is decided, over restarts and lost connections, for at most `forMs`. An append that
 * committed although its answer was lost is seen by the next try: its decision no longer applies.
 */
export async function patiently<T>(run: () => Promise<T>, forMs: number): Promise<T> {
  const until = Date.now() + forMs;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error) || Date.now() + wait > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
