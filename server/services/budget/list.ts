import { allows } from '@domain/access/policy';
import { ranksAt, visible } from '@domain/access/visibility';
import { AtLimit, CapLevel, type CapList, CapPeriod, type CapView } from '@domain/budget/cap';
import { idAfter, toIdPage } from '@domain/page';
import { WARN_SHARE } from '@domain/run/limits';
import { standingIn } from '../../db/standing';
import { type Tx, tenantTx } from '../../db/tenant';
import { authorize, requireMember } from '../authorize';
import { type Ctx, tenantOf } from '../context';

type Row = {
  id: string;
  level: string;
  subjectId: string;
  name: string | null;
  path: string[] | null;
  period: string;
  limit: number;
  atLimit: string;
  taken: number;
  spent: number;
  start: Date;
};

/** The caps in force on the caller's line, with what their period has spent so far. @throws not_found, forbidden */
export async function listCaps(
  ctx: Ctx,
  input: CapList,
): Promise<{ items: CapView[]; nextCursor: string | null }> {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'budget.read');
    const standing = await standingIn(tx, ctx.orgId, ctx.userId);
    requireMember(standing);
    const ranks = ({ path }: Row) => ranksAt(standing.grants, path, standing.rootId);
    const rows = (await capsIn(tx, ctx.orgId)).filter(
      (row) => visible(ranks(row)) && (after === null || row.id > after),
    );
    return toIdPage(ctx.orgId, rows.slice(0, input.limit + 1), input.limit, (row) =>
      toView(row, allows('budget.set', ranks(row))),
    );
  });
}

/** All of an organization: as many as it has units, projects, teams and agents that somebody capped. */
const capsIn = (tx: Tx, orgId: string): Promise<Row[]> => tx.$queryRaw<Row[]>`
  SELECT c.id, c.level, c.subject_id AS "subjectId", COALESCE(u.name, j.name, t.name, a.name) AS name,
    COALESCE(u.path, v.path) AS path, c.period, c.limit_micros::float8 AS "limit", c.at_limit AS "atLimit", n.start,
    COALESCE(w.taken_micros, 0)::float8 AS taken, cap_spent(c.org_id, c.id, n.start, COALESCE(w.taken_micros, 0))::float8 AS spent
  FROM "cap" c CROSS JOIN LATERAL (SELECT cap_period_start(c.period, clock_timestamp()) AS start) n
  LEFT JOIN "cap_use" w ON w.org_id = c.org_id AND w.cap_id = c.id AND w.period_start = n.start
  LEFT JOIN "org_unit" u ON c.level = 'unit' AND u.org_id = c.org_id AND u.id = c.subject_id
  LEFT JOIN "project" j ON c.level = 'project' AND j.org_id = c.org_id AND j.id = c.subject_id
  LEFT JOIN "team" t ON c.level = 'team' AND t.org_id = c.org_id AND t.id = c.subject_id
  LEFT JOIN "agent" a ON c.level = 'agent' AND a.org_id = c.org_id AND a.id = c.subject_id
  LEFT JOIN "org_unit" v ON v.org_id = c.org_id AND v.id = COALESCE(j.unit_id, t.unit_id, a.unit_id)
  WHERE c.org_id = ${orgId}::uuid AND c.removed_at IS NULL ORDER BY c.id`;

function toView(row: Row, mayChange: boolean): CapView {
  const { id, level, subjectId, limit, taken, spent } = row;
  return {
    id,
    level: CapLevel.parse(level),
    subject: level === 'organization' ? null : { id: subjectId, name: row.name ?? '' },
    period: CapPeriod.parse(row.period),
    limitMicros: limit,
    atLimit: AtLimit.parse(row.atLimit),
    spentMicros: spent,
    heldMicros: Math.max(0, taken - spent),
    periodStart: row.start.toISOString(),
    warned: spent > 0 && spent >= limit * WARN_SHARE,
    mayChange,
  };
}
