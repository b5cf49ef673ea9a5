import { authPool } from '../db/pools';

/** Whose stream it is, by the session that opened it. */
export type Viewer = { orgId: string; userId: string; sessionId: string };

/** What a viewer's access rests on, as one text that changes with it; null: the session has ended. */
export type Standing = string | null;

const QUERY = `
SELECT w.n::int AS n,
  s.id IS NOT NULL AND u.disabled_at IS NULL AS signed_in,
  concat_ws('/', u.access_epoch, a.access_epoch, a.suspended, a.memberships) AS standing
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS w (org_id, user_id, session_id, n)
LEFT JOIN lister_access($1::uuid[], $2::uuid[]) AS a ON a.n = w.n
LEFT JOIN "user" AS u ON u.id = w.user_id
LEFT JOIN "session" AS s ON s.id = w.session_id AND s.user_id = w.user_id AND s.expires > clock_timestamp()
ORDER BY w.n`;

/** The standing of all viewers, in their order, in one query. */
export async function standingsOf(viewers: Viewer[]): Promise<Standing[]> {
  const { rows } = await authPool().query<{ signed_in: boolean; standing: string }>({
    name: 'live-standings',
    text: QUERY,
    values: [viewers.map((v) => v.orgId), viewers.map((v) => v.userId), viewers.map((v) => v.sessionId)],
  });
  return rows.map((row) => (row.signed_in ? row.standing : null));
}
