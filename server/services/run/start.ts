import { DomainError, notFound } from '@domain/errors';
import { compile } from '@domain/protocol/index';
import { RunStart, type RunStarted } from '@domain/run/form';
import { LEASE_MS } from '@domain/run/limits';
import { initialState } from '@domain/run/state';
import { audit } from '../../db/audit';
import type { Prisma } from '../../db/generated/client';
import { newId } from '../../db/ids';
import { type Appended, appendInside } from '../../db/journal/append';
import type { Draft } from '../../db/journal/draft';
import { queryIn } from '../../db/journal/in-transaction';
import { type Tx, tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { afterAppend } from '../step/after';
import { lockTeam, type TeamRow } from '../team/open';
import { inputHash, replayOf, START_PROCEDURE } from './idempotency';
import { type Pinned, pin } from './startable';

/**
 * Starts a run of a team's applied version, pinned to it. When this returns the run is committed and will end or
 * wait at a gate, whatever happens to the queue or to any process. The same key answers the same run.
 * @throws not_found, forbidden, conflict (`no_applied_version`, `version_not_applied`), unprocessable
 * (`agent_unavailable`, `unpriced_model`, …, `idempotency_key_reused`), too_many_requests (`too_many_queued`)
 */
export async function startRun(ctx: Ctx, raw: RunStart): Promise<RunStarted> {
  const input = RunStart.parse(raw);
  const userId = ctx.userId;
  if (!userId) throw notFound();
  const runId = newId();
  const ref = { orgId: ctx.orgId, runId };
  let appended: Appended | undefined;
  const answer = await oncePerKey(() =>
    tenantTx(tenantOf(ctx), async (tx): Promise<RunStarted> => {
      appended = undefined;
      const project = await tx.project.findFirst({ where: { id: input.projectId } });
      if (!project) throw notFound();
      await authorize(tx, ctx, 'run.start', project);
      const team = await lockTeam(tx, ctx, input.teamId, 'team.read', 'use');
      const replay = await replayOf(tx, ctx, input);
      if (replay) return replay;
      if (project.archivedAt)
        throw new DomainError('conflict', 'This project is archived', { reason: 'project_archived' });
      const pinned = await pin(tx, ctx, team, input);
      await checkQueue(tx, ctx);
      await insertRun(tx, ctx, userId, runId, input, pinned);
      const empty = { rootId: runId, state: initialState() };
      const decide = (draft: Draft) => openRun(draft, userId, team, input, pinned);
      appended = await appendInside(queryIn(tx), ref, empty, decide, { leaseMs: LEASE_MS });
      if (appended.outcome !== 'appended') throw new Error(`a new run was ${appended.outcome}`);
      await audit(tx, ctx, {
        action: 'run.started',
        targetType: 'run',
        targetId: runId,
        after: { teamId: team.id, version: pinned.version, projectId: project.id },
      });
      return { runId, status: appended.state.status, replayed: false };
    }),
  );
  if (appended) afterAppend(ref, appended);
  return answer;
}

/** Two starts with one key at the same time: the second finds the first's row and answers it. */
async function oncePerKey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: string }).code !== 'P2002') throw error;
    return run();
  }
}

async function checkQueue(tx: Tx, ctx: Ctx): Promise<void> {
  const { maxQueued } = await tx.organization.findUniqueOrThrow({ where: { id: ctx.orgId } });
  const queued = await tx.run.count({ where: { status: 'queued' } });
  if (queued >= maxQueued) {
    throw new DomainError('too_many_requests', 'Too many runs are waiting to start', {
      reason: 'too_many_queued',
      retryAfterSeconds: 30,
    });
  }
}

const capOf = (input: RunStart, pinned: Pinned): number =>
  input.budgetMicros ?? pinned.manifest.defaults.budgetMicros;

async function insertRun(
  tx: Tx,
  ctx: Ctx,
  userId: string,
  runId: string,
  input: RunStart,
  pinned: Pinned,
): Promise<void> {
  await tx.run.create({
    data: {
      orgId: ctx.orgId,
      id: runId,
      rootRunId: runId,
      projectId: input.projectId,
      teamId: input.teamId,
      teamVersion: pinned.version,
      goal: input.goal,
      manifest: pinned.manifest as Prisma.InputJsonObject,
      startedBy: userId,
      procedure: START_PROCEDURE,
      idempotencyKey: input.idempotencyKey,
      inputHash: inputHash(input),
      capMicros: capOf(input, pinned),
    },
  });
}

function openRun(draft: Draft, startedBy: string, team: TeamRow, input: RunStart, pinned: Pinned): boolean {
  const { goal, projectId } = input;
  const { version, bindings, manifest } = pinned;
  const capMicros = capOf(input, pinned);
  return (
    draft.add({ type: 'run.started', goal, projectId, startedBy, capMicros, teamId: team.id }) &&
    draft.add({ type: 'team.started', teamId: team.id, version, goal, bindings }) &&
    Object.entries(bindings).every(([slotId, agentId]) =>
      draft.add({ type: 'slot.bound', slotId, agentId, mode: 'fixed' }),
    ) &&
    draft.add({ type: 'plan.created', plan: compile(manifest, bindings) })
  );
}
