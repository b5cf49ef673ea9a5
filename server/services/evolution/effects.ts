import { type ProposalEffect, Provenance, type VersionMetrics } from '@domain/evolution/view';
import type { Tx } from '../../db/tenant';
import type { TeamRow } from '../team/open';
import { readRejections } from './rejections';

/** Applied proposals whose effect is measured, the newest. */
const MEASURED = 5;

/** Expected beside measured: what became of the pair that each applied proposal of the detector was about. */
export async function effectsOf(
  tx: Tx,
  team: TeamRow,
  projects: readonly string[],
  versions: readonly VersionMetrics[],
): Promise<ProposalEffect[]> {
  const applied = await tx.teamVersion.findMany({
    where: { orgId: team.orgId, teamId: team.id, origin: 'agent_proposal', status: 'applied' },
    orderBy: { version: 'desc' },
    take: MEASURED,
    select: { version: true, baseVersion: true, provenance: true },
  });
  const effects: ProposalEffect[] = [];
  for (const { version, baseVersion, provenance } of applied) {
    const read = Provenance.safeParse(provenance);
    if (!read.success || baseVersion === null) continue;
    const { executor_slot: executorSlot, reviewer_slot: reviewerSlot, rejections } = read.data;
    const runsThen = read.data.runs ?? read.data.source_runs.length;
    const measure = async (of: number) => {
      const all = await readRejections(tx, team.orgId, team.id, of, projects);
      const own = all.filter((one) => one.executorSlot === executorSlot && one.reviewerSlot === reviewerSlot);
      const runs = versions.find((one) => one.version === of)?.runs ?? 0;
      return { runs, rejections: own.length };
    };
    effects.push({
      ...{ version, baseVersion, executorSlot, reviewerSlot },
      expectedBelow: rejections / Math.max(1, runsThen),
      before: await measure(baseVersion),
      after: await measure(version),
    });
  }
  return effects;
}
