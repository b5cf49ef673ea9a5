import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alive, commandLine } from '../postgres/postmaster';
import { PlainError } from './plain-error';

/**
 * Keeps a second `name` (up, test) off the same data folder: it would stop the first one's database when it ends.
 * @returns lets go again. @throws PlainError while another one runs.
 */
export function sole(home: string, name: string): () => void {
  const file = join(home, `${name}.pid`);
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid !== process.pid && alive(pid) && commandLine(pid).includes(`${name}.mjs`)) {
      throw new PlainError(
        `Another \`npm run ${name}\` (process ${pid}) already runs on ${home}. Stop it first, or set TROUPE_DATA_DIR to another folder.`,
      );
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
