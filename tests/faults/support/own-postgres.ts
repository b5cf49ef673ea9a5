import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Cluster, removeCluster, startCluster } from '../../../scripts/postgres/cluster';
import { serverHome } from '../../../scripts/postgres/home';
import { serverUser } from '../../../scripts/postgres/os-user';
import { runningPostmaster } from '../../../scripts/postgres/postmaster';
import setup from '../../support/cluster';
import { until } from './until';

export type OwnPostgres = {
  /** `pg_ctl stop -m immediate`: every connection is cut, nothing is flushed that was not committed. */
  crash(): Promise<void>;
  start(): Promise<void>;
};

/** A PostgreSQL of this test file's own, which it may crash; `testDatabase` then makes its database there. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'troupe-faults-'));
  const options = { home, name: 'crashing', password: 'faults-only' };
  let cluster: Cluster = await startCluster(options);
  const dataDir = join(serverHome(home, serverUser()), options.name);
  process.env.DATABASE_URL = cluster.url();
  await setup();
  afterAll(async () => {
    await cluster.stop();
    removeCluster(options);
    rmSync(home, { recursive: true, force: true });
  });
  return {
    crash: async () => {
      const running = runningPostmaster(dataDir);
      if (running) process.kill(running.pid, 'SIGQUIT');
      await until(async () => runningPostmaster(dataDir) === undefined, 10_000, 10);
    },
    start: async () => {
      cluster = await startCluster(options);
    },
  };
}
