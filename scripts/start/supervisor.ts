import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Variables, withVariables } from './variables';

/** `args`: what Node is started with. */
export type Program = { name: string; args: string[]; env: Variables };

export type SupervisorOptions = {
  write?: (line: string) => void;
  /** First wait before a crashed program is started again, in ms; doubles up to 30 s, back after a minute's peace. */
  backOffMs?: number;
  /** How long a program may take to stop when told, in ms; then it is killed. */
  graceMs?: number;
};

const LONGEST_WAIT = 30_000;
const PEACE = 60_000;
const FOLLOW = new URL('./follow-parent.mjs', import.meta.url).href;

/** Keeps programs running, their lines prefixed, until `stop`, which ends them one by one in the order given. */
export function supervise(programs: Program[], options: SupervisorOptions = {}) {
  const { write = console.log, backOffMs = 1_000, graceMs = 30_000 } = options;
  const width = Math.max(...programs.map((program) => program.name.length));
  const children = new Map<string, ChildProcess>();
  const timers = new Set<NodeJS.Timeout>();
  let stopping = false;

  const start = (program: Program, wait: number): void => {
    const begun = Date.now();
    const child = spawn(process.execPath, ['--import', FOLLOW, ...program.args], {
      env: withVariables({ ...program.env, TROUPE_SUPERVISOR: String(process.pid) }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Of its own group: Ctrl-C reaches the supervisor alone, which stops the programs in order.
      detached: true,
    });
    children.set(program.name, child);
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) =>
        write(`${program.name.padEnd(width)} │ ${line}`),
      );
    }
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const next = Date.now() - begun > PEACE ? backOffMs : wait;
      write(`${program.name.padEnd(width)} │ ended (${signal ?? code}); again in ${next / 1_000} s`);
      const timer = setTimeout(() => {
        timers.delete(timer);
        start(program, Math.min(next * 2, LONGEST_WAIT));
      }, next);
      timers.add(timer);
    });
  };

  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  };

  for (const program of programs) start(program, backOffMs);
  return {
    /** The process id of a program at this moment. */
    pid: (name: string): number | undefined => children.get(name)?.pid,
    stop: async (): Promise<void> => {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      for (const { name } of programs) {
        const child = children.get(name);
        if (child) await end(child);
      }
    },
  };
}
