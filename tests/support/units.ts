import { newId } from '../../server/db/ids';
import type { TestDatabase } from './database';

/** A unit below `parent` (default: the root of the organization). */
export async function addUnit(
  db: TestDatabase,
  org: { orgId: string; rootUnitId: string },
  name: string,
  parent: { id: string; path: string[] } = { id: org.rootUnitId, path: [org.rootUnitId] },
): Promise<{ id: string; path: string[] }> {
  const id = newId();
  const path = [...parent.path, id];
  await db.admin.query(
    'INSERT INTO org_unit (org_id, id, parent_id, name, path) VALUES ($1, $2, $3, $4, $5)',
    [org.orgId, id, parent.id, name, path],
  );
  return { id, path };
}
