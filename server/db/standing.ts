import { Role } from '@domain/access/actor';
import type { Grant } from '@domain/access/visibility';
import { z } from 'zod';
import type { Tx } from './tenant';

/** What a person is in an organization. */
export const Standing = z.object({
  grants: z.array(z.object({ role: Role, unitPath: z.array(z.string()) })),
  rootId: z.string(),
  suspended: z.boolean(),
});
export type Standing = { grants: Grant[]; rootId: string; suspended: boolean };

const read = new WeakMap<Tx, Map<string, Promise<Standing | null>>>();

/**
 * Read once per transaction and never kept longer: a change counts at the next request. Null: no such organization.
 */
export function standingIn(tx: Tx, orgId: string, userId: string | undefined): Promise<Standing | null> {
  const key = `${orgId}/${userId}`;
  const known = read.get(tx) ?? new Map<string, Promise<Standing | null>>();
  read.set(tx, known);
  const found = known.get(key) ?? query(tx, orgId, userId);
  known.set(key, found);
  return found;
}

async function query(tx: Tx, orgId: string, userId: string | undefined): Promise<Standing | null> {
  const [row] = await tx.$queryRaw<{ standing: unknown }[]>`
    SELECT standing(${orgId}::uuid, ${userId ?? null}::uuid) AS standing`;
  return Standing.nullable().parse(row?.standing ?? null);
}
