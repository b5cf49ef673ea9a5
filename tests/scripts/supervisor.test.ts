import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { alive } from '../../scripts/postgres/postmaster';
import { supervise } from '../../scripts/start/supervisor';

const node = (name: string, code: string) => ({ name, args: ['-e', code], env: {} });
const STAYS = `process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready');`;

describe('the supervisor', () => {
  it('shows the lines of each program behind its name, and stops them in order', async () => {
    const lines: string[] = [];
    const running = supervise([node('web', STAYS), node('worker', STAYS)], {
      write: (line) => lines.push(line),
    });
    await expect.poll(() => lines.filter((line) => line.includes('ready')).length).toBe(2);
    await running.stop();
    await expect.poll(() => lines.slice(-2)).toEqual(['web    │ bye', 'worker │ bye']);
  });

  it('starts a program again when it crashed, after a wait', async () => {
    const lines: string[] = [];
    const running = supervise([node('worker', "console.log('start'); process.exitCode = 7;")], {
      write: (line) => lines.push(line),
      backOffMs: 20,
    });
    await expect
      .poll(() => lines.filter((line) => line.includes('start')).length, { timeout: 10_000 })
      .toBeGreaterThan(2);
    await running.stop();
    expect(lines).toContain('worker │ ended (7); again in 0.02 s');
    expect(lines).toContain('worker │ ended (7); again in 0.04 s');
  });

  it('kills a program that does not stop in time', async () => {
    const lines: string[] = [];
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready');";
    const running = supervise([node('web', deaf)], { write: (line) => lines.push(line), graceMs: 100 });
    await expect.poll(() => lines.length).toBe(1);
    const pid = running.pid('web') ?? 0;
    await running.stop();
    expect(alive(pid)).toBe(false);
  });

  it('takes its programs with it when it is killed outright', async () => {
    const file = fileURLToPath(new URL('../../scripts/start/supervisor.ts', import.meta.url));
    const code = `import(${JSON.stringify(file)}).then(({ supervise }) => {
      const running = supervise([{ name: 'web', args: ['-e', 'setInterval(() => {}, 1000)'], env: {} }]);
      console.log(running.pid('web'));
    });`;
    const parent = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const pid = Number(line);
    expect(alive(pid)).toBe(true);
    // At once, so that the end of the parent may overtake the start of the child.
    parent.kill('SIGKILL');
    await expect.poll(() => alive(pid), { timeout: 10_000 }).toBe(false);
  });
});
