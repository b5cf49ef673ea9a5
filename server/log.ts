import pino from 'pino';
import { env } from './env';

let logger: pino.Logger | undefined;

/** JSON lines on standard output. Secrets never get here: log ids, not payloads. */
export function log(): pino.Logger {
  logger ??= pino({
    level: env().TROUPE_LOG_LEVEL,
    redact: {
      paths: ['password', '*.password', 'apiKey', '*.apiKey', 'authorization', 'cookie'],
      remove: true,
    },
  });
  return logger;
}
