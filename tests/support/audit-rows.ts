import type { TestDatabase } from './database';

export type AuditRow = {
  action: string;
  actor_kind: string;
  actor_id: string | null;
  target_type: string;
  target_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string;
};

/** The audit of one target in an organization, oldest first, read past every wall. */
export async function auditRows(db: TestDatabase, orgId: string, targetId?: string): Promise<AuditRow[]> {
  const { rows } = await db.admin.query<AuditRow>(
    `SELECT action, actor_kind, actor_id, target_type, target_id, before, after, request_id
     FROM audit WHERE org_id = $1 AND ($2::text IS NULL OR target_id = $2) ORDER BY id`,
    [orgId, targetId ?? null],
  );
  return rows;
}
