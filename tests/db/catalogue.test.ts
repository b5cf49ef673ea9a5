import { expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { makeOrg } from '../support/tenants';
import { fillEveryTable } from './rows';

const db = await testDatabase();
const [a, b] = [await makeOrg(db), await makeOrg(db)];
await fillEveryTable(db, a);
await fillEveryTable(db, b);

/** Functions that run with another role's rights. A new one is a decision: it is added here, with its owner. */
const DEFINER = {
  lister_abandoned_runs: 'troupe_lister',
  lister_access: 'troupe_lister',
  lister_costs_due: 'troupe_lister',
  lister_expired_gates: 'troupe_lister',
  lister_held_runs: 'troupe_lister',
  lister_lapsed_steps: 'troupe_lister',
  lister_organization_by_slug: 'troupe_lister',
  lister_organizations_of: 'troupe_lister',
  lister_overdue_runs: 'troupe_lister',
  lister_ready_steps: 'troupe_lister',
  lister_saturated_runs: 'troupe_lister',
  lister_stale_scratch: 'troupe_lister',
  lister_reworked_teams: 'troupe_lister',
  lister_silent_actors: 'troupe_lister',
  lister_starving: 'troupe_lister',
  lister_sweep: 'troupe_lister',
  lister_unclosed_runs: 'troupe_lister',
  team_tombstone: 'troupe_purge',
};

it('knows every function that looks past the wall: owner, fixed search path, closed to the public', async () => {
  const { rows } = await db.admin.query(
    `SELECT p.proname, r.rolname AS owner, p.proconfig AS config,
       has_function_privilege('public', p.oid, 'EXECUTE') AS public
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_roles r ON r.oid = p.proowner
     WHERE n.nspname = 'public' AND (p.prosecdef OR p.proname LIKE 'lister\\_%')`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.proname, row.owner]))).toEqual(DEFINER);
  for (const row of rows) {
    expect(row.public).toBe(false);
    expect(row.config).toEqual(['search_path=public, pg_temp']);
  }
});

it('lets the lister role do nothing else: no sign-in, no writing, no column beyond what its functions need', async () => {
  const { rows } = await db.admin.query(
    `SELECT rolcanlogin, rolsuper, rolbypassrls,
       (SELECT count(*)::int FROM information_schema.role_table_grants WHERE grantee = 'troupe_lister') AS whole_tables,
       (SELECT array_agg(DISTINCT privilege_type::text) FROM information_schema.column_privileges
        WHERE grantee = 'troupe_lister') AS privileges,
       (SELECT array_agg(DISTINCT table_name::text ORDER BY table_name::text) FROM information_schema.column_privileges
        WHERE grantee = 'troupe_lister') AS tables
     FROM pg_roles WHERE rolname = 'troupe_lister'`,
  );
  expect(rows[0]).toEqual({
    rolcanlogin: false,
    rolsuper: false,
    rolbypassrls: false,
    whole_tables: 0,
    privileges: ['SELECT'],
    tables: ['approval', 'cost_due', 'membership', 'org_load', 'organization', 'run', 'scratch_use', 'step'],
  });
});

it('has no view that looks with its owner’s eyes, and no materialised one', async () => {
  const { rows } = await db.admin.query(
    `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public'
     AND (c.relkind = 'm' OR (c.relkind = 'v' AND NOT COALESCE('security_invoker=true' = ANY (c.reloptions), false)))`,
  );
  expect(rows).toEqual([]);
});

const { rows: keys } = await db.admin.query<{
  name: string;
  child: string;
  parent: string;
  on: string[];
  to: string[];
}>(
  `SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
     (SELECT array_agg(x.attname::text ORDER BY o.n) FROM unnest(k.conkey) WITH ORDINALITY o(att, n)
      JOIN pg_attribute x ON x.attrelid = k.conrelid AND x.attnum = o.att) AS on,
     (SELECT array_agg(x.attname::text ORDER BY o.n) FROM unnest(k.confkey) WITH ORDINALITY o(att, n)
      JOIN pg_attribute x ON x.attrelid = k.confrelid AND x.attnum = o.att) AS to
   FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
     AND EXISTS (SELECT FROM pg_attribute x WHERE x.attrelid = k.confrelid AND x.attname = 'org_id')
   ORDER BY 1`,
);
const parented = keys.filter((key) => key.parent !== 'organization');

it('reaches every parent by a key that begins with the organization', () => {
  expect(parented.length).toBeGreaterThanOrEqual(20);
  for (const key of keys) expect([key.name, key.on[0], key.to[0]]).toEqual([key.name, 'org_id', 'org_id']);
});

/** What would trip over a unique index before the foreign key is looked at. */
const fresh = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...('id' in row && String(row.id).length === 36 ? { id: newId() } : {}),
  ...('slug' in row ? { slug: `s-${newId()}` } : {}),
  ...('idempotency_key' in row ? { idempotency_key: newId() } : {}),
  ...('is_default_hub' in row ? { is_default_hub: false } : {}),
  ...(row.role === 'hub' ? { role: 'member' } : {}),
});

/** What a check wants to be so beside a key that points there. */
const BESIDE: Record<string, Record<string, unknown>> = {
  scratch_file_org_id_blob_id_fkey: { text: null, path: 's1/b.bin' },
  memory_org_id_agent_id_fkey: { scope: 'agent', run_id: null },
  memory_org_id_team_id_fkey: { scope: 'team', run_id: null },
};

it.each(parented)('$name: a $child cannot stand under a $parent of another organization', async (key) => {
  const first = async (table: string, orgId: string): Promise<Record<string, unknown>> =>
    (await db.admin.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE org_id = $1 LIMIT 1`, [orgId]))
      .rows[0].row;
  const [own, foreign] = [await first(key.child, a.orgId), await first(key.parent, b.orgId)];
  const pointing = Object.fromEntries(
    key.on.slice(1).map((column, at) => [column, foreign[key.to[at + 1]!]]),
  );
  const row = { ...own, ...fresh(own), ...BESIDE[key.name], ...pointing };
  await expect(
    db.admin.query(`INSERT INTO ${key.child} SELECT * FROM jsonb_populate_record(NULL::${key.child}, $1)`, [
      JSON.stringify(row),
    ]),
  ).rejects.toMatchObject({ code: '23503', constraint: key.name });
});

it('keys a version by team and number within its organization, and a second of the same is refused (T-14)', async () => {
  const again = `INSERT INTO team_version (org_id, team_id, version, manifest, created_by)
    SELECT org_id, team_id, version, '{"other":1}', created_by FROM team_version WHERE org_id = $1`;
  await expect(db.admin.query(again, [a.orgId])).rejects.toMatchObject({
    code: '23505',
    constraint: 'team_version_pkey',
  });
});

it.each([
  `UPDATE team_version SET manifest = '{"x":1}'`,
  `UPDATE team_version SET note = 'x'`,
  `UPDATE team_version SET status = 'applied', manifest = '{"x":1}'`,
  `UPDATE team_version SET version = 2`,
  'DELETE FROM team_version',
  `UPDATE fact SET body = '{"x":1}'`,
  'UPDATE fact SET seq = 2',
  'DELETE FROM fact',
  `UPDATE audit SET action = 'x'`,
  'DELETE FROM audit',
])('holds by trigger, against the superuser as well: %s (T-14)', async (sql) => {
  await expect(db.admin.query(`${sql} WHERE org_id = '${a.orgId}'`)).rejects.toMatchObject({ code: '23000' });
});

it('lets a version be decided once: draft to applied or rejected, and nothing after (T-14)', async () => {
  const decide = (status: string) =>
    db.admin.query('UPDATE team_version SET status = $1, decided_at = now() WHERE org_id = $2', [
      status,
      b.orgId,
    ]);
  expect((await decide('applied')).rowCount).toBe(1);
  for (const status of ['draft', 'rejected', 'applied'])
    await expect(decide(status)).rejects.toMatchObject({ code: '23000' });
});
