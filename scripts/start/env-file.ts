import { existsSync } from 'node:fs';

/** Reads `.env` where there is one; what the shell has set wins. */
export function loadEnvFile(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
