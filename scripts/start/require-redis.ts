import { Redis } from 'ioredis';
import { PlainError } from './plain-error';

const PATIENCE_MS = 3_000;

/** Asks the Redis of REDIS_URL for one answer. @throws PlainError when none comes within `patienceMs` */
export async function requireRedis(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new PlainError('REDIS_URL must be an address such as redis://redis.example:6379.');
  }
  const client = new Redis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null });
  let timer: NodeJS.Timeout | undefined;
  // What a command rejects with says only that the connection closed; the cause is told here.
  let cause: Error | undefined;
  client.on('error', (error: Error) => {
    cause ??= error;
  });
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1_000} s`)), patienceMs);
  });
  try {
    await Promise.race([client.ping(), silence]);
  } catch (error) {
    throw explain(cause ?? (error as Error));
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

function explain(error: Error): PlainError {
  const { message } = error;
  if (/WRONGPASS|NOAUTH|invalid password/i.test(message)) {
    return new PlainError(`Redis refused the sign-in: ${message}. Check REDIS_URL.`);
  }
  const told = message || (error as NodeJS.ErrnoException).code || error.name;
  return new PlainError(`Cannot reach Redis: ${told}. Is it running, and is REDIS_URL right?`);
}
