import type { Permission } from '@domain/access/policy';
import type { CapLevel } from '@domain/budget/cap';
import { notFound } from '@domain/errors';
import type { Tx } from '../../db/tenant';
import { openAgent } from '../agent/open';
import { authorize } from '../authorize';
import type { Ctx } from '../context';
import { loadProject } from '../project/load';
import { openTeam } from '../team/open';

/** Place of each level in the order of locks. */
export const RANK: Readonly<Record<CapLevel, number>> = {
  organization: 0,
  unit: 1,
  project: 2,
  team: 3,
  agent: 4,
};

export type Subject = { id: string; name: string };

/** What a cap is on, when this person may do this to it. @throws not_found, forbidden */
export async function openSubject(
  tx: Tx,
  ctx: Ctx,
  level: CapLevel,
  subjectId: string | null,
  permission: Permission,
): Promise<Subject> {
  if (level === 'organization' || subjectId === null) {
    await authorize(tx, ctx, permission);
    return { id: ctx.orgId, name: '' };
  }
  if (level === 'team') return openTeam(tx, ctx, { id: subjectId }, permission);
  if (level === 'agent') return openAgent(tx, ctx, subjectId, permission);
  if (level === 'project') {
    const project = await loadProject(tx, ctx, subjectId);
    await authorize(tx, ctx, permission, project);
    return project;
  }
  const unit = await tx.orgUnit.findFirst({ where: { id: subjectId }, select: { id: true, name: true } });
  if (!unit) throw notFound();
  await authorize(tx, ctx, permission, { unitId: unit.id });
  return unit;
}
