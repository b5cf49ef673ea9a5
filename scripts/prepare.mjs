// What every command does before TypeScript can run: plain JavaScript with nothing but Node's own modules,
// because a clean clone has no node_modules yet.
import { spawnSync } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const LOWEST_NODE = [20, 19];
/** node_modules and the package cache together, in bytes. */
const INSTALL_NEEDS = 2_000_000_000;

/** A sentence for the reader when this version of Node is too old, else undefined. */
export function nodeProblem(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  const enough = major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1]);
  if (enough) return undefined;
  return `Troupe needs Node ${LOWEST_NODE.join('.')} or newer; this is Node ${version.replace(/^v/, '')}. Install a newer one from https://nodejs.org and try again.`;
}

/** True when node_modules holds what package-lock.json names. npm writes its own copy as its last step. */
export function installed(folder) {
  const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8')).packages;
  let present;
  try {
    present = read('node_modules/.package-lock.json');
  } catch {
    return false;
  }
  return Object.entries(read('package-lock.json')).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.devOptional || wanted.peer) return true;
    return present[path]?.version === wanted.version;
  });
}

/** Runs `npm ci` when node_modules is missing or out of date. Nothing we use needs an install script. */
function install() {
  if (installed(root)) return;
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < INSTALL_NEEDS) {
    stop(`Disk full: installing the packages needs about 2 GB in ${root}. Free some space and try again.`);
  }
  console.log('Installing packages (npm ci) …');
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, NODE_ENV: '' },
    },
  );
  if (error || status !== 0) {
    stop(`npm ci failed${error ? `: ${error.message}` : ''}. Its message is above; mend it and try again.`);
  }
}

function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Checks Node, installs what is missing, then runs `main(args)` of a TypeScript file in this process. */
export function command(script) {
  const problem = nodeProblem(process.version);
  if (problem) stop(problem);
  process.chdir(root);
  install();
  return import('tsx/esm/api')
    .then(({ register }) => register())
    .then(() => import(pathToFileURL(join(root, script)).href))
    .then(({ main }) => main(process.argv.slice(2)))
    .then((code) => process.exit(code))
    .catch((error) => stop(error?.plain ? error.message : String(error?.stack ?? error)));
}
