import { detect, type Proposal, pairOf, withContract } from '@domain/evolution/detect';
import type { Detected, TeamDetect } from '@domain/evolution/view';
import { checkManifest } from '@domain/team/check-manifest';
import { Manifest } from '@domain/team/manifest';
import type { Prisma } from '../../db/generated/client';
import { type Tx, tenantTx } from '../../db/tenant';
import { control } from '../../failpoint';
import { type Ctx, tenantOf } from '../context';
import { lockTeam, openTeam, type TeamRow } from '../team/open';
import { insertVersion } from '../version/insert';
import { findVersion } from '../version/read';
import { readRejections } from './rejections';
import { openSources } from './sources';

/**
 * Proposes a draft version for every pair of slots whose reviewer has asked for the same again and again in settled
 * runs of the version in force, in projects that everybody sees who sees the team. Callers at the same time take
 * turns: each proposal is made once; one that could not become a version is none.
 * @throws not_found, forbidden
 */
export async function detectProposals(ctx: Ctx, input: TeamDetect): Promise<Detected> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    // control: two detectors that do not take turns look at the same rejections
    const team = control('detect_turns')
      ? await openTeam(tx, ctx, { id: input.id }, 'version.propose')
      : await lockTeam(tx, ctx, input.id, 'version.propose');
    const { currentVersion } = team;
    if (currentVersion === null) return { versions: [] };
    const manifest = Manifest.parse((await findVersion(tx, team, currentVersion)).manifest);
    const { open, decidedAt } = await earlierProposals(tx, team, currentVersion);
    // control: what is seen by few is told to all who read the team
    const sources = control('evolution_sources') ? null : await openSources(tx, team);
    const rejections = await readRejections(tx, ctx.orgId, team.id, currentVersion, sources);
    const counted = rejections.filter(({ executorSlot, reviewerSlot, at }) => {
      const decided = decidedAt.get(pairOf(executorSlot, reviewerSlot));
      return !decided || at > decided;
    });
    const versions: number[] = [];
    for (const proposal of detect(manifest, counted, open)) {
      const changed = withContract(manifest, proposal.executorSlot, proposal.contract);
      if (checkManifest(changed).issues) continue;
      const row = await insertVersion(tx, ctx, team, {
        manifest: changed,
        baseVersion: currentVersion,
        origin: 'agent_proposal',
        note: problemOf(manifest, proposal),
        provenance: provenanceOf(manifest, proposal),
        // The engine writes in the name of whoever made the team.
        createdBy: ctx.userId ?? team.createdBy,
      });
      versions.push(row.version);
    }
    return { versions };
  });
}

/** Pairs whose proposal for this version is open, and when a proposal for each pair was decided last. */
async function earlierProposals(tx: Tx, team: TeamRow, currentVersion: number) {
  const rows = await tx.teamVersion.findMany({
    where: { orgId: team.orgId, teamId: team.id, origin: 'agent_proposal' },
    select: { status: true, baseVersion: true, provenance: true, decidedAt: true },
    orderBy: { version: 'asc' },
  });
  const open = new Set<string>();
  const decidedAt = new Map<string, Date>();
  for (const { status, baseVersion, provenance, decidedAt: at } of rows) {
    const pair = String((provenance as Record<string, unknown>).pair);
    if (status === 'draft' && baseVersion === currentVersion) open.add(pair);
    if (at) decidedAt.set(pair, at);
  }
  return { open, decidedAt };
}

const titleOf = ({ slots }: Manifest, slotId: string): string =>
  slots.find(({ id }) => id === slotId)?.title ?? slotId;

const problemOf = (manifest: Manifest, { executorSlot, reviewerSlot, rejections, runs }: Proposal): string =>
  `“${titleOf(manifest, reviewerSlot)}” rejected “${titleOf(manifest, executorSlot)}” ${rejections} times in ${runs} runs of this version.`;

function provenanceOf(manifest: Manifest, proposal: Proposal): Prisma.InputJsonObject {
  const { executorSlot, reviewerSlot, feedback, rejections, runs, runIds, evidence } = proposal;
  const asked = feedback.map(({ criterion, text }) => `${criterion}: ${text}`).join('; ');
  return {
    pair: pairOf(executorSlot, reviewerSlot),
    executor_slot: executorSlot,
    reviewer_slot: reviewerSlot,
    observed_problem: problemOf(manifest, proposal),
    proposed_change: `The contract of “${titleOf(manifest, executorSlot)}” says what reviews asked for: ${asked}`,
    expected_effect: `Fewer than ${(rejections / runs).toFixed(1)} rejections in a run in which there was one.`,
    source_runs: runIds,
    facts: evidence.map(({ runId, seq }) => ({ runId, seq })),
    rejections,
    runs,
    feedback: feedback.map((one) => ({ ...one })),
  };
}
