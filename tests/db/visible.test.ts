import { ROLES } from '@domain/access/actor';
import { type Grant, ranksAt, visible } from '@domain/access/visibility';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { tenantTx } from '../../server/db/tenant';
import { visibleTo, visibleUnits } from '../../server/db/visible';
import { testDatabase } from '../support/database';
import { addPerson, makeOrg } from '../support/tenants';

const db = await testDatabase();
const org = await makeOrg(db);
const other = await makeOrg(db);
const person = await addPerson(db, org, null);

/** Parents by index (unit 0 is the root), memberships and projects by unit; null: the whole organization. */
const world = fc.record({
  parents: fc.array(fc.nat(), { maxLength: 12 }).map((list) => list.map((parent, at) => parent % (at + 1))),
  held: fc.array(fc.record({ unit: fc.nat(), role: fc.constantFrom(...ROLES) }), { maxLength: 3 }),
  projects: fc.array(fc.option(fc.nat(), { freq: 4 }), { minLength: 1, maxLength: 12 }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const MAX_DEPTH = 8;

/** Writes a random organization over the last one, as the superuser. Answers its units' paths, root first. */
async function build({ parents, held, projects }: World) {
  await db.admin.query('DELETE FROM project WHERE org_id = $1', [org.orgId]);
  await db.admin.query('DELETE FROM membership WHERE org_id = $1', [org.orgId]);
  for (let left = 1; left; )
    left =
      (
        await db.admin.query(
          `DELETE FROM org_unit u WHERE org_id = $1 AND parent_id IS NOT NULL
           AND NOT EXISTS (SELECT FROM org_unit c WHERE c.org_id = u.org_id AND c.parent_id = u.id)`,
          [org.orgId],
        )
      ).rowCount ?? 0;
  const paths: string[][] = [[org.rootUnitId]];
  for (const parent of parents) {
    const above = paths[parent]!.length < MAX_DEPTH ? paths[parent]! : paths[0]!;
    const id = newId();
    paths.push([...above, id]);
    await db.admin.query(
      'INSERT INTO org_unit (org_id, id, parent_id, name, path) VALUES ($1, $2, $3, $4, $5)',
      [...[org.orgId, id, above.at(-1), 'unit', [...above, id]]],
    );
  }
  const grants: Grant[] = [];
  for (const { unit, role } of held) {
    const unitPath = paths[unit % paths.length]!;
    const { rowCount } = await db.admin.query(
      'INSERT INTO membership (org_id, user_id, unit_id, role) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [org.orgId, person.userId, unitPath.at(-1), role],
    );
    if (rowCount) grants.push({ role, unitPath });
  }
  const bound = new Map<string, string[] | null>();
  for (const unit of projects) {
    const path = unit === null ? null : paths[unit % paths.length]!;
    const id = newId();
    bound.set(id, path);
    await db.admin.query(
      'INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, $3, $3, $4)',
      [...[org.orgId, id, `p-${id}`, path?.at(-1) ?? null]],
    );
  }
  return { paths, grants, bound };
}

it('lists exactly what the rule of the domain shows, in random trees with random memberships', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const { paths, grants, bound } = await build(drawn);
      const sees = (path: string[] | null) => visible(ranksAt(grants, path, org.rootUnitId));
      const listed = await tenantTx(person, async (tx) => ({
        projects: await tx.project.findMany({
          where: await visibleTo(tx, person.userId),
          select: { id: true },
        }),
        units: await tx.orgUnit.findMany({
          where: await visibleUnits(tx, person.userId),
          select: { id: true },
        }),
        ranked: await tx.$queryRaw<{ id: string; rank: number }[]>`
          SELECT id, use_rank(org_id, ${person.userId}::uuid, unit_id) AS rank FROM project`,
      }));
      const expected = [...bound].filter(([, path]) => sees(path)).map(([id]) => id);
      expect(listed.projects.map((row) => row.id).sort()).toEqual(expected.sort());
      const units = paths.filter(sees).map((path) => path.at(-1)!);
      expect(listed.units.map((row) => row.id).sort()).toEqual(units.sort());
      for (const { id, rank } of listed.ranked)
        expect(rank).toBe(ranksAt(grants, bound.get(id) ?? null, org.rootUnitId).useRank);
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('shows nothing to who has no membership, and everything to the engine', async () => {
  const stranger = await addPerson(db, org, null);
  const count = (userId: string | undefined) =>
    tenantTx({ orgId: other.orgId, userId }, async (tx) => [
      await tx.project.count({ where: await visibleTo(tx, userId) }),
      await tx.orgUnit.count({ where: await visibleUnits(tx, userId) }),
    ]);
  expect(await count(stranger.userId)).toEqual([0, 0]);
  expect(await count(undefined)).toEqual([1, 1]);
});
