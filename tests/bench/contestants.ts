import { spawn } from 'node:child_process';
import type { Heat, HeatResult } from './heat';

export type Contestant = {
  id: string;
  script: string;
  ours: boolean;
  /** Needs a Redis of the bench's own. */
  redis: boolean;
};

const peer = (id: string): Contestant => ({
  id,
  script: `tests/bench/peers/${id}.ts`,
  ours: false,
  redis: false,
});
const ours = (id: string, redis: boolean): Contestant => ({
  id,
  script: 'tests/bench/ours/driver.ts',
  ours: true,
  redis,
});

export const CONTESTANTS: readonly Contestant[] = [
  ours('troupe-redis', true),
  ours('troupe-postgres', false),
  peer('dbos'),
  peer('langgraph'),
  peer('graphile-worker'),
];

/** A heat of 1,000 steps with its warm-up takes the slowest peer under two minutes. */
const LIMIT_MS = 600_000;

/**
 * Runs one heat in a process of its own, so that no contestant inherits another's heap or connections.
 * @throws with what the process said when it gives no result.
 */
export function runHeat(
  contestant: Contestant,
  heat: Heat,
  env: Record<string, string>,
): Promise<HeatResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', contestant.script, JSON.stringify(heat)], {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    });
    let out = '';
    let said = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4_000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const line = out.split('\n').find((text) => text.startsWith('{"contestant"'));
      if (code === 0 && line) resolve(JSON.parse(line) as HeatResult);
      else reject(new Error(`${contestant.id} gave no result (exit ${code})\n${said}${out.slice(-1_000)}`));
    });
  });
}
