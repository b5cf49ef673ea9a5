import { enginePool } from '../pools';

/** A memory as a prompt shows it. */
export type StandingHint = {
  id: string;
  category: string;
  subject: string;
  content: string;
  state: 'proposed' | 'confirmed';
};

/** Those of these memories that still stand, in the order asked for; asked only where a step was issued some. */
export async function readHints(orgId: string, ids: readonly string[]): Promise<StandingHint[]> {
  if (ids.length === 0) return [];
  const { rows } = await enginePool().query({
    name: 'engine-hints',
    text: 'SELECT engine_hints($1::uuid, $2::uuid[]) AS hints',
    values: [orgId, ids],
  });
  const found = new Map((rows[0].hints as StandingHint[]).map((hint) => [hint.id, hint]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
