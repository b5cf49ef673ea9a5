import { readFileSync } from 'node:fs';

/** The version of a peer that really stands in node_modules. */
export function packageVersion(name: string): string {
  const file = new URL(`./node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** The database of this heat, empty when it begins. @throws when it is not named. */
export function databaseUrl(): string {
  const url = process.env.BENCH_DATABASE_URL;
  if (!url) throw new Error('BENCH_DATABASE_URL is not set');
  return url;
}
