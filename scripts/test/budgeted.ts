import { type ChildProcess, spawn } from 'node:child_process';
import { type Variables, withVariables } from '../start/variables';

export type Ended = { succeeded: boolean; overrun: boolean; seconds: number };

const running = new Set<ChildProcess>();

/** The whole process group: a suite's children and theirs. */
function killGroup(child: ChildProcess): void {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Kills what still runs, when the run itself is told to stop. */
export const killRunning = (): void => running.forEach(killGroup);

/** Runs one program with its output shown; killed with all its children when `budgetMs` has passed. */
export function budgeted(program: string, args: string[], env: Variables, budgetMs: number): Promise<Ended> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: withVariables({}, env),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    running.add(child);
    let overrun = false;
    const timer = setTimeout(() => {
      overrun = true;
      killGroup(child);
    }, budgetMs);
    const end = (succeeded: boolean) => {
      clearTimeout(timer);
      running.delete(child);
      // Whatever the suite left running would weigh on the next one.
      killGroup(child);
      resolve({ succeeded: succeeded && !overrun, overrun, seconds: (performance.now() - begun) / 1_000 });
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}
