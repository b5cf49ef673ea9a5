import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PlainError } from './plain-error';

const Secrets = z.object({
  /** Superuser of the embedded PostgreSQL. */
  postgres: z.string().min(16),
  /** Passwords of the roles that the migrations make. */
  app: z.string().min(16),
  auth: z.string().min(16),
  queue: z.string().min(16),
  purge: z.string().min(16),
  nextauth: z.string().min(32),
  /** `id:base64(32 bytes)`, as TROUPE_ENCRYPTION_KEYS wants it. */
  encryption: z.string().min(40),
  /** Of the demo user that the seed makes. */
  demo: z.string().min(12),
});
export type Secrets = z.infer<typeof Secrets>;

const generate = (): Secrets => {
  const password = () => randomBytes(24).toString('base64url');
  return {
    postgres: password(),
    app: password(),
    auth: password(),
    queue: password(),
    purge: password(),
    nextauth: randomBytes(32).toString('base64url'),
    encryption: `k1:${randomBytes(32).toString('base64')}`,
    demo: randomBytes(12).toString('base64url'),
  };
};

/**
 * The generated secrets, made at the first start and kept in `home`, readable by their owner alone. Losing the file
 * loses the stored provider keys, so a damaged one is reported and never replaced. @throws PlainError
 */
export function secrets(home: string): Secrets {
  const file = join(home, 'secrets.json');
  if (!existsSync(file)) {
    const made = generate();
    const partial = `${file}.${process.pid}`;
    writeFileSync(partial, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
    renameSync(partial, file);
    return made;
  }
  if (process.platform !== 'win32' && statSync(file).mode & 0o077) {
    throw new PlainError(`${file} can be read by others. Close it: chmod 600 ${file}`);
  }
  let kept: unknown;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new PlainError(
      `${file} is damaged. Restore it, or remove it together with its database to start afresh.`,
    );
  }
  const parsed = Secrets.safeParse(kept);
  if (!parsed.success) throw new PlainError(`${file} is incomplete: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
