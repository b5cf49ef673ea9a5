import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import pg from 'pg';

export type Machine = { label: string; value: string }[];

/** What the figures depend on beside the code. */
export async function describeMachine(adminUrl: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  const redis = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1];
  const cores = cpus();
  return [
    { label: 'Processor', value: `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}` },
    { label: 'Memory', value: `${Math.round(totalmem() / 2 ** 30)} GiB` },
    { label: 'System', value: `${type()} ${release()} ${arch()}` },
    { label: 'Load when it began', value: loadavg()[0]?.toFixed(2) ?? '?' },
    { label: 'Node', value: process.version },
    { label: 'PostgreSQL', value: rows[0]?.server_version ?? '?' },
    { label: 'Redis', value: `${redis ?? '?'}, append-only file, fsync each second` },
  ];
}
