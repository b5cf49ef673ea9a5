import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { closeClients } from '../../server/db/client';
import { closePools } from '../../server/db/pools';
import { TEST_PASSWORD } from './cluster';
import { TEST_SETTINGS } from './environment';

export type TestDatabase = {
  /** Superuser of the cluster: looks past every wall. For assertions and faults only. */
  admin: pg.Pool;
  urls: { admin: string; app: string; auth: string; queue: string };
};

/**
 * A database of this test file's own, copied from the migrated template, with the environment pointing to it.
 * Call it at the top level of a test file, before anything reads the environment.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = process.env.TROUPE_TEST_CLUSTER;
  const template = process.env.TROUPE_TEST_TEMPLATE;
  if (!cluster || !template) throw new Error('the test cluster is not up: is cluster.ts the global set-up?');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onCluster(cluster, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const at = (role?: string): string => {
    const url = new URL(cluster);
    url.pathname = `/${name}`;
    if (role) {
      url.username = role;
      url.password = TEST_PASSWORD;
    }
    return url.href;
  };
  const urls = { admin: at(), app: at('troupe_app'), auth: at('troupe_auth'), queue: at('troupe_queue') };
  process.env.TROUPE_APP_DATABASE_URL = urls.app;
  process.env.TROUPE_AUTH_DATABASE_URL = urls.auth;
  process.env.TROUPE_QUEUE_DATABASE_URL = urls.queue;
  Object.assign(process.env, TEST_SETTINGS, { TROUPE_LOG_LEVEL: process.env.TROUPE_LOG_LEVEL ?? 'silent' });
  const admin = new pg.Pool({ connectionString: urls.admin, max: 4 });
  admin.on('error', () => {});
  // The queue's role owns its own schema and nothing else.
  await admin.query(`CREATE SCHEMA bullmq AUTHORIZATION troupe_queue`);
  afterAll(async () => {
    await closeClients();
    await closePools();
    await admin.end();
    await onCluster(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { admin, urls };
}

/** By a connection of its own each time: a fault test may crash the cluster in between. */
async function onCluster(cluster: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
