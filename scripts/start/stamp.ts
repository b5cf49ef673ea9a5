import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One hash over the names and contents of files and of everything below folders; missing ones count as absent. */
export function fingerprint(paths: string[], ignore: RegExp = /(^|\/)(generated|node_modules)$/): string {
  const hash = createHash('sha256').update(process.version);
  const visit = (path: string): void => {
    if (!existsSync(path) || ignore.test(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } else {
      hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** True when `work` was needed: it runs unless the stamp in `file` says that it already ran for `mark`. */
export async function once(file: string, mark: string, work: () => Promise<void>): Promise<boolean> {
  if (existsSync(file) && readFileSync(file, 'utf8') === mark) return false;
  await work();
  writeFileSync(file, mark);
  return true;
}
