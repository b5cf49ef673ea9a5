import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { addPerson, makeOrg } from '../support/tenants';
import { fillEveryTable, tenantTables } from './rows';

const db = await testDatabase();
const [a, b] = [await makeOrg(db), await makeOrg(db)];
await fillEveryTable(db, a);
await fillEveryTable(db, b);
const tables = await tenantTables(db);
const app = new pg.Pool({ connectionString: db.urls.app, max: 2 });
afterAll(() => app.end());

type Answer = { rows: Record<string, unknown>[]; count: number; code?: string };

/** One statement as the application's role inside a tenant's wall, rolled back; a refusal is its SQLSTATE. */
async function within(
  org: string | null,
  sql: string,
  values: unknown[] = [],
  user = a.owner.userId,
): Promise<Answer> {
  const client = await app.connect();
  try {
    await client.query('BEGIN');
    if (org)
      await client.query(`SELECT set_config('app.org', $1, true), set_config('app.user', $2, true)`, [
        org,
        user,
      ]);
    const { rows, rowCount } = await client.query(sql, values);
    return { rows, count: rowCount ?? 0 };
  } catch (error) {
    return { rows: [], count: 0, code: (error as { code: string }).code };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const rowsOf = async (table: string, orgId: string): Promise<string[]> =>
  (
    await db.admin.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE org_id = $1 ORDER BY 1`, [
      orgId,
    ])
  ).rows.map((row) => row.row);

/** Refused by a missing grant or by row-level security, or held by an immutability trigger before either. */
const REFUSED = ['42501', '23000'];

it('looks at every tenant table', () => {
  expect(tables.length).toBeGreaterThanOrEqual(21);
});

it('runs as a role that owns nothing, is no superuser, passes no row security and is member of no other role', async () => {
  const { rows } = await app.query(
    `SELECT current_user AS name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
       (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS roles
     FROM pg_roles r WHERE rolname = current_user`,
  );
  expect(rows[0]).toEqual({
    name: 'troupe_app',
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    owned: 0,
    roles: 0,
  });
});

it.each(tables)('%s: row security is enabled, forced, and has the tenant policy', async (table) => {
  const { rows } = await db.admin.query(
    `SELECT c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced, p.qual, p.with_check, p.cmd
     FROM pg_class c LEFT JOIN pg_policies p ON p.tablename = c.relname AND p.policyname = 'tenant' AND p.roles = '{troupe_app}'
     WHERE c.oid = $1::regclass`,
    [table],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ enabled: true, forced: true, cmd: 'ALL' });
  expect(rows[0].qual).toContain('org_id = app_org()');
  expect(rows[0].with_check).toContain('org_id = app_org()');
  // No other policy opens what this one closes.
  const others = await db.admin.query(
    `SELECT policyname FROM pg_policies WHERE tablename = $1 AND policyname <> 'tenant'
     AND (roles && '{troupe_app,public}') AND permissive = 'PERMISSIVE'`,
    [table],
  );
  expect(others.rows).toEqual([]);
});

it.each(tables)('%s: no row of another organization is seen, written, moved or deleted', async (table) => {
  const [ownBefore, foreignBefore] = [await rowsOf(table, a.orgId), await rowsOf(table, b.orgId)];
  expect(ownBefore.length).toBeGreaterThan(0);
  expect(foreignBefore.length).toBeGreaterThan(0);

  const seen = await within(a.orgId, `SELECT org_id FROM ${table}`);
  expect(seen.rows).toHaveLength(ownBefore.length);
  expect(new Set(seen.rows.map((row) => row.org_id))).toEqual(new Set([a.orgId]));
  expect((await within(a.orgId, `SELECT FROM ${table} WHERE org_id = $1`, [b.orgId])).count).toBe(0);

  const insert = await within(
    a.orgId,
    `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`,
    [foreignBefore[0]],
  );
  expect(insert.code).toBe('42501');

  const update = await within(a.orgId, `UPDATE ${table} SET org_id = org_id WHERE org_id = $1`, [b.orgId]);
  expect(update.count).toBe(0);
  const moved = await within(a.orgId, `UPDATE ${table} SET org_id = $1`, [b.orgId]);
  expect(REFUSED).toContain(moved.code);
  const removed = await within(a.orgId, `DELETE FROM ${table} WHERE org_id = $1`, [b.orgId]);
  expect(removed.count).toBe(0);
  expect(await rowsOf(table, b.orgId)).toEqual(foreignBefore);
});

it.each(tables)('%s: without a tenant nothing is seen and nothing is written', async (table) => {
  const [row] = await rowsOf(table, a.orgId);
  expect((await within(null, `SELECT FROM ${table}`)).count).toBe(0);
  expect((await within(null, `DELETE FROM ${table}`)).count).toBe(0);
  const insert = await within(
    null,
    `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`,
    [row],
  );
  expect(insert.code).toBe('42501');
});

it.each(tables)('%s: the proof turns red when its wall is taken down', async (table) => {
  await db.admin.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
  try {
    expect(
      (await within(a.orgId, `SELECT FROM ${table} WHERE org_id = $1`, [b.orgId])).count,
    ).toBeGreaterThan(0);
  } finally {
    await db.admin.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  }
});

it('keeps a transaction that ended from lending its tenant to the next one', async () => {
  const client = await app.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.org', $1, true)`, [a.orgId]);
    await client.query('COMMIT');
    expect((await client.query('SELECT FROM project')).rowCount).toBe(0);
  } finally {
    client.release();
  }
});

it('shows a draft to its author alone, whatever their colleague is', async () => {
  const colleague = await addPerson(db, a, 'owner');
  const drafts = (user: string) => within(a.orgId, 'SELECT FROM team_draft', [], user);
  expect((await drafts(a.owner.userId!)).count).toBe(1);
  expect((await drafts(colleague.userId)).count).toBe(0);
  expect((await within(a.orgId, 'DELETE FROM team_draft', [], colleague.userId)).count).toBe(0);
});

it.each(['session', 'credential', 'account', 'verification_token', 'rate_limit'])(
  'keeps %s from the application altogether',
  async (table) => {
    for (const sql of [`SELECT FROM ${table}`, `DELETE FROM ${table}`, `INSERT INTO ${table} DEFAULT VALUES`])
      expect((await within(a.orgId, sql)).code).toBe('42501');
  },
);

it('shows people to themselves and to who shares an organization, and lets nobody but themselves rename them', async () => {
  const people = await within(a.orgId, 'SELECT id FROM "user"');
  const ids = people.rows.map((row) => row.id);
  expect(ids).toContain(a.owner.userId);
  expect(ids).not.toContain(b.owner.userId);
  const colleague = await addPerson(db, a, 'viewer');
  const rename = (id: string) => within(a.orgId, `UPDATE "user" SET name = 'x' WHERE id = $1`, [id]);
  expect((await rename(a.owner.userId!)).count).toBe(1);
  expect((await rename(colleague.userId)).count).toBe(0);
  expect((await within(a.orgId, `UPDATE "user" SET email = 'x'`)).code).toBe('42501');
  expect((await within(a.orgId, 'UPDATE "user" SET disabled_at = now()')).code).toBe('42501');
  expect((await within(a.orgId, 'DELETE FROM "user"')).code).toBe('42501');
});

it.each(['auth', 'queue'] as const)('keeps every tenant table from the %s role', async (role) => {
  const pool = new pg.Pool({ connectionString: db.urls[role], max: 1 });
  try {
    for (const table of tables)
      await expect(pool.query(`SELECT FROM public.${table}`)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await pool.end();
  }
});
