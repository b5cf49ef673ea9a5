import type { FactInput } from '@domain/run/fact';
import { newId } from '../../server/db/ids';
import { appendToRun } from '../../server/db/journal/append';
import type { RunRef } from '../../server/db/journal/payload';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import type { TestDatabase } from '../support/database';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

/** The things of an organization that inputs name. */
export type World = {
  slug: string;
  projectId: string;
  providerId: string;
  spareProviderId: string;
  agentId: string;
  spareAgentId: string;
  teamId: string;
  teamSlug: string;
  runId: string;
  /** Of a run that was stopped. */
  endedRunId: string;
  artifactId: string;
  memoryId: string;
  capId: string;
};

/**
 * An organization with one of everything: a team at version 2 with a draft version 3, and with `running` a run that
 * has just been started and its artifact, and one that was stopped; without it those names lead nowhere.
 */
export async function makeWorld(
  db: TestDatabase,
  { running = false } = {},
): Promise<{ org: TestOrg; world: World }> {
  const org = await makeOrg(db);
  const q = (sql: string, values: unknown[]) => db.admin.query(sql, values);
  await q('UPDATE organization SET name = $2 WHERE org_id = $1', [org.orgId, canary(org.slug)]);
  await q('UPDATE project SET name = $2, description = $2 WHERE org_id = $1', [org.orgId, canary(org.slug)]);
  const spareAgentId = await addAgent(db, org, canary(org.slug));
  const manifest = manifestOf('pipeline', [{ id: 's1', agentId: org.agentId }]);
  const teamId = await makeTeam(db, org, manifest, canary(org.slug));
  for (const [version, status] of [
    [2, 'applied'],
    [3, 'draft'],
  ])
    await q(
      `INSERT INTO team_version (org_id, team_id, version, manifest, status, base_version, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[org.orgId, teamId, version, JSON.stringify(manifest), status],
        Number(version) - 1,
        org.owner.userId,
      ],
    );
  await q('UPDATE team SET current_version = 2 WHERE org_id = $1', [org.orgId]);
  const spareProviderId = newId();
  await q(
    `INSERT INTO provider_connection (org_id, id, kind, name, models, updated_at) VALUES ($1, $2, 'demo', $3, '{demo}', now())`,
    [org.orgId, spareProviderId, canary(org.slug)],
  );
  const memoryId = newId();
  await q(
    `INSERT INTO memory (org_id, id, scope, team_id, category, content, author_kind, author_id)
     VALUES ($1, $2, 'team', $3, 'fact', $4, 'agent', $5)`,
    [org.orgId, memoryId, teamId, canary(org.slug), org.agentId],
  );
  const capId = newId();
  await q(
    `INSERT INTO cap (org_id, id, level, subject_id, rank, period, limit_micros, set_by)
     VALUES ($1, $2, 'team', $3, 3, 'day', 1000000000, $4)`,
    [org.orgId, capId, teamId, org.owner.userId],
  );
  const artifactId = newId();
  let runId = newId();
  let endedRunId = newId();
  if (running) {
    const start = { projectId: org.projectId, teamId, goal: canary(org.slug), idempotencyKey: 'made' };
    runId = (await startRun(org.owner, start)).runId;
    await askPeople({ orgId: org.orgId, runId });
    endedRunId = (await startRun(org.owner, { ...start, idempotencyKey: 'ended' })).runId;
    await cancelRun(org.owner, { runId: endedRunId, reason: '' });
    await q(
      `INSERT INTO artifact (org_id, id, run_id, step_id, slot_id, round, kind, text)
       VALUES ($1, $2, $3, 's1', 's1', 1, 'contract', $4)`,
      [org.orgId, artifactId, runId, canary(org.slug)],
    );
  }
  const { rows } = await q('SELECT slug FROM team WHERE org_id = $1', [org.orgId]);
  const { slug, projectId, providerId, agentId } = org;
  return {
    org,
    world: {
      slug,
      projectId,
      providerId,
      spareProviderId,
      agentId,
      spareAgentId,
      teamId,
      teamSlug: rows[0].slug,
      runId,
      endedRunId,
      artifactId,
      memoryId,
      capId,
    },
  };
}

/** The run asks for money (`g1`), and its step a question (`g2`). */
async function askPeople(ref: RunRef): Promise<void> {
  const at = { stepId: 's1', round: 1, attempt: 1, epoch: 1 };
  const waitMs = 60_000;
  const bodies: FactInput[] = [
    { type: 'approval.requested', gateId: 'g1', kind: 'budget', waitMs },
    { type: 'plan.task.started', ...at, worker: 'test' },
    { type: 'approval.requested', gateId: 'g2', kind: 'question', ...at, question: 'Which?', waitMs },
    { type: 'plan.task.waiting', ...at, on: { kind: 'question', ref: 'g2' } },
  ];
  const asked = await appendToRun(ref, (draft) => bodies.every((body) => draft.add(body)), {
    leaseMs: 1_000,
  });
  if (asked.outcome !== 'appended') throw new Error(asked.outcome);
}

/** Stands in the texts of an organization, and nowhere that another may read. */
export const canary = (slug: string): string => `CANARY-${slug}`;

/** Names of the same shape that nothing has. */
export const nowhere = (slug: string): World => ({
  slug,
  teamSlug: `team-${newId().slice(-8)}`,
  projectId: newId(),
  providerId: newId(),
  spareProviderId: newId(),
  agentId: newId(),
  spareAgentId: newId(),
  teamId: newId(),
  runId: newId(),
  endedRunId: newId(),
  artifactId: newId(),
  memoryId: newId(),
  capId: newId(),
});
