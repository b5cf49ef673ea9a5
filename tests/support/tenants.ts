import type { Role } from '@domain/access/actor';
import { newId } from '../../server/db/ids';
import type { Ctx } from '../../server/services/context';
import type { TestDatabase } from './database';

/** An organization with a root unit, an owner, a project, a demo connection at price 0 and a coordinator agent. */
export type TestOrg = {
  orgId: string;
  slug: string;
  rootUnitId: string;
  projectId: string;
  providerId: string;
  agentId: string;
  owner: Ctx;
};

/** Written as the superuser, row by row: set-up, not the product's own sign-up. */
export async function makeOrg(db: TestDatabase, name = `org-${newId().slice(-8)}`): Promise<TestOrg> {
  const [orgId, rootUnitId, projectId, providerId, agentId] = Array.from({ length: 5 }, () => newId());
  const q = (sql: string, values: unknown[]) => db.admin.query(sql, values);
  await q('INSERT INTO organization (org_id, slug, name) VALUES ($1, $2, $2)', [orgId, name]);
  await q('INSERT INTO org_load (org_id) VALUES ($1)', [orgId]);
  await q('INSERT INTO org_unit (org_id, id, name, path) VALUES ($1, $2, $3, $4)', [
    orgId,
    rootUnitId,
    name,
    [rootUnitId],
  ]);
  await q('INSERT INTO project (org_id, id, slug, name) VALUES ($1, $2, $3, $3)', [orgId, projectId, 'main']);
  await q(
    `INSERT INTO provider_connection (org_id, id, kind, name, models, updated_at) VALUES ($1, $2, 'demo', 'Demo', '{demo}', now())`,
    [orgId, providerId],
  );
  await q(
    'INSERT INTO price (org_id, provider_id, model, effective_from, input_per_million, output_per_million) VALUES ($1, $2, $3, $4, 0, 0)',
    [orgId, providerId, 'demo', new Date(0)],
  );
  await q(
    `INSERT INTO agent (org_id, id, slug, name, role, provider_id, model, is_default_hub, skills, project_ids, updated_at)
     VALUES ($1, $2, 'coordinator', 'Coordinator', 'Coordinates the team', $3, 'demo', true, '{}', '{}', now())`,
    [orgId, agentId, providerId],
  );
  const base = {
    orgId: orgId!,
    slug: name,
    rootUnitId: rootUnitId!,
    projectId: projectId!,
    providerId: providerId!,
    agentId: agentId!,
  };
  return { ...base, owner: await addPerson(db, base, 'owner') };
}

/** A new person with `role` on `unitId` (default: the root), as the context of a request of theirs. */
export async function addPerson(
  db: TestDatabase,
  org: { orgId: string; rootUnitId: string },
  role: Role | null,
  unitId = org.rootUnitId,
): Promise<Ctx & { userId: string }> {
  const userId = newId();
  await db.admin.query('INSERT INTO "user" (id, email, name) VALUES ($1, $2, $3)', [
    userId,
    `${userId}@example.test`,
    'Test',
  ]);
  if (role) {
    await db.admin.query('INSERT INTO membership (org_id, user_id, unit_id, role) VALUES ($1, $2, $3, $4)', [
      org.orgId,
      userId,
      unitId,
      role,
    ]);
  }
  return { orgId: org.orgId, userId, actor: { kind: 'user', userId }, requestId: newId() };
}

export async function addAgent(
  db: TestDatabase,
  org: TestOrg,
  name: string,
  patch: { model?: string; providerId?: string } = {},
): Promise<string> {
  const id = newId();
  await db.admin.query(
    `INSERT INTO agent (org_id, id, slug, name, role, provider_id, model, skills, project_ids, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', '{}', now())`,
    [
      org.orgId,
      id,
      `${name.toLowerCase()}-${id.slice(-6)}`,
      name,
      name,
      patch.providerId ?? org.providerId,
      patch.model ?? 'demo',
    ],
  );
  return id;
}
