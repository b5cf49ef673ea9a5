/** An error whose message is written for the person at the terminal: shown alone, without a stack. */
export class PlainError extends Error {
  readonly plain = true;
}

type Coded = { code?: string; message?: string };

/** Turns the failures that a first start meets into a sentence with a way out; others pass through. */
export function explain(error: unknown, what: string): Error {
  if (error instanceof PlainError) return error;
  const { code, message = String(error) } = (error ?? {}) as Coded;
  if (code === 'ENOSPC' || code === '53100' || /no space left/i.test(message)) {
    return new PlainError(`Disk full while ${what}. Free some space and try again.\n(${message})`);
  }
  if (code && ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].includes(code)) {
    return new PlainError(
      `Cannot reach the database while ${what}: ${message || code}. Is it running, and is DATABASE_URL right?`,
    );
  }
  if (code === '28P01' || code === '28000') {
    return new PlainError(`The database refused the sign-in while ${what}: ${message}. Check DATABASE_URL.`);
  }
  if (code === '3D000')
    return new PlainError(`The database of DATABASE_URL does not exist: ${message}. Create it first.`);
  return error instanceof Error ? error : new Error(message);
}
