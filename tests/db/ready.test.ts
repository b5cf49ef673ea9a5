import { expect, it } from 'vitest';
import { GET as health } from '../../app/api/health/route';
import { GET as ready } from '../../app/api/ready/route';
import { testDatabase } from '../support/database';

const db = await testDatabase();

it('is healthy and ready while the database answers, and healthy but not ready while it does not', async () => {
  expect(health().status).toBe(200);
  expect((await ready()).status).toBe(200);
  const { rows } = await db.admin.query('SELECT current_database() AS name');
  await db.admin.query(`REVOKE CONNECT ON DATABASE ${rows[0].name} FROM PUBLIC`);
  await db.admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename LIKE 'troupe\\_%'`,
  );
  try {
    const down = await ready();
    expect(down.status).toBe(503);
    expect(down.headers.get('retry-after')).toBe('1');
    expect(health().status).toBe(200);
  } finally {
    await db.admin.query(`GRANT CONNECT ON DATABASE ${rows[0].name} TO PUBLIC`);
  }
  expect((await ready()).status).toBe(200);
});
