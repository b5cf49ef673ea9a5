import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../../scripts/start/plain-error';
import type { Figure } from '../figures/support/figure';
import type { Arena } from './arena';

/** Name of these figures in `--only`. */
export const PRODUCT_ID = 'product';

/**
 * What no peer has to compare with: the built server under clients, measured by the tests in `tests/figures`, on the
 * arena's PostgreSQL. A figure beyond its bar fails its test and stands in the page all the same. About 4 minutes.
 * @throws PlainError when the product cannot be built
 */
export function measureProduct(arena: Arena, folder: string): Figure[] {
  const env = { ...process.env, DATABASE_URL: arena.adminUrl, REDIS_URL: '' };
  const run = (args: string[], more = {}) =>
    spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...env, ...more } }).status === 0;
  if (!run(['scripts/build.mjs'])) throw new PlainError('The build failed; its message is above.');
  const file = join(folder, 'product.jsonl');
  rmSync(file, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'figures', '--no-file-parallelism'];
  run(vitest, { TROUPE_FIGURES: file });
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Figure);
}
