import type { TestDatabase } from '../../support/database';
import { comesTrue } from './until';

/** Connections of the product's processes to this database, pools and listeners alike. */
export async function connections(db: TestDatabase): Promise<number> {
  const { rows } = await db.admin.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'troupe-%'`,
  );
  return rows[0].n;
}

/** I18: once the processes are gone, no more connections are open than before they came. A pool shrinks after 30 s. */
export async function connectionBreaches(
  db: TestDatabase,
  base: number,
  withinMs = 40_000,
): Promise<string[]> {
  if (await comesTrue(async () => (await connections(db)) <= base, withinMs)) return [];
  return [`I18 ${await connections(db)} connections, ${base} at the base`];
}
