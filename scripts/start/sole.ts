import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alive, commandLine } from '../postgres/postmaster';
import { PlainError } from './plain-error';

/**
 * Keeps a second command of the same `kind` off one data folder: it would stop the first one's database when it
 * ends. @returns lets go again. @throws PlainError while another one runs.
 */
export function sole(home: string, kind: 'server' | 'test' | 'bench'): () => void {
  const file = join(home, `${kind}.pid`);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (pid > 0 && pid !== process.pid && alive(pid)) {
    const command = /scripts\/(\w+)\.mjs/.exec(commandLine(pid))?.[1];
    if (command) {
      throw new PlainError(
        `\`npm run ${command}\` (process ${pid}) already runs on ${home}. Stop it first, or set TROUPE_DATA_DIR to another folder.`,
      );
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
