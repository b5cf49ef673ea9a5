import { DomainError, notFound } from '@domain/errors';
import { compile } from '@domain/protocol/index';
import type { RunStart, RunStarted } from '@domain/run/form';
import { AWAITS_FILES } from '@domain/run/held';
import { LEASE_MS } from '@domain/run/limits';
import { initialState } from '@domain/run/state';
import { actorIdOf } from '../../db/audit';
import { newId } from '../../db/ids';
import { rememberRun } from '../../db/journal/append';
import { Draft } from '../../db/journal/draft';
import { payloadOf } from '../../db/journal/payload';
import { type StartMaterial, type StartRows, type StartTerms, sendStart } from '../../db/journal/start';
import { requireAllowed, requireMember } from '../authorize';
import type { Ctx } from '../context';
import { afterAppend } from '../step/after';
import { logTaskStart } from '../step/task-log';
import { type Again, NOTHING_KEPT } from './again';
import { replayOf } from './idempotency';
import { type Pinned, pin } from './startable';

/** What a verb asks for: `hash` says what the same input is, `again` which ended run is repeated, and how. */
export type Order = { procedure: string; hash: string; input: RunStart; again?: Again };

/**
 * Decides a start by what was read, and writes it. Null: `terms`, the key or the rights are not any more what was
 * decided by; read again. @throws as `startRun` says, and whatever `again` refuses
 */
export async function openRun(
  ctx: Ctx,
  userId: string,
  order: Order,
  material: StartMaterial,
  terms?: StartTerms,
): Promise<RunStarted | null> {
  const { input, again } = order;
  requireStart(material.terms);
  const replay = replayOf(material.replay, order.hash);
  if (replay) return replay;
  requireRoom(material.terms);
  const pinned = pin(ctx.orgId, material, input, again);
  const plan = compile(pinned.manifest, pinned.bindings, pinned.people);
  const kept = again ? again.keep(plan) : NOTHING_KEPT;
  const ref = { orgId: ctx.orgId, runId: newId() };
  const draft = new Draft(initialState());
  const capMicros = input.budgetMicros ?? pinned.manifest.defaults.budgetMicros;
  const started =
    begin(draft, userId, order, pinned, capMicros) &&
    draft.add({ type: 'plan.created', plan, ...(kept.reused.length > 0 && { reused: kept.reused }) }) &&
    (!input.paused || draft.add({ type: 'run.paused', reason: AWAITS_FILES, by: userId }));
  if (!started) throw new Error('a new run cannot be opened');
  draft.artifacts.push(...kept.edited);
  const rows = rowsOf(ctx, userId, order, pinned, capMicros);
  const append = payloadOf(ref, ref.runId, draft, { leaseMs: LEASE_MS });
  const answer = await sendStart({ ...rows, ...again?.rows(kept) }, append, terms);
  if (!answer.ok) return null;
  const state = rememberRun(ref, draft, answer);
  afterAppend(ref, { outcome: 'appended', state, facts: [], effects: draft.effects });
  logTaskStart(ref, state);
  return { runId: ref.runId, status: state.status, replayed: false };
}

function requireStart({ standing, project, team }: StartTerms): void {
  requireMember(standing);
  if (!project) throw notFound();
  requireAllowed(standing, 'run.start', project.unitPath);
  if (!team) throw notFound();
  requireAllowed(standing, 'team.read', team.unitPath);
}

function requireRoom({ project, queueFull, capReached }: StartTerms): void {
  if (project?.archived) {
    throw new DomainError('conflict', 'This project is archived', { reason: 'project_archived' });
  }
  if (capReached) {
    throw new DomainError('conflict', 'The budget is used up', {
      reason: 'budget_exceeded',
      details: { level: capReached },
    });
  }
  if (queueFull) {
    throw new DomainError('too_many_requests', 'Too many runs are waiting to start', {
      reason: 'too_many_queued',
      retryAfterSeconds: 30,
    });
  }
}

function begin(draft: Draft, startedBy: string, order: Order, pinned: Pinned, capMicros: number): boolean {
  const { goal, projectId, teamId, atLimit } = order.input;
  const { version, bindings, modes } = pinned;
  const asks = atLimit === undefined ? {} : { atLimit };
  const first = { goal, projectId, startedBy, capMicros, teamId, ...asks, ...order.again?.fact };
  return (
    draft.add({ type: 'run.started', ...first }) &&
    draft.add({ type: 'team.started', teamId, version, goal, bindings }) &&
    Object.entries(bindings).every(([slotId, agentId]) =>
      draft.add({ type: 'slot.bound', slotId, agentId, mode: modes[slotId] ?? 'fixed' }),
    )
  );
}

function rowsOf(ctx: Ctx, startedBy: string, order: Order, pinned: Pinned, capMicros: number): StartRows {
  const { projectId, teamId, goal, idempotencyKey } = order.input;
  const { version, manifest } = pinned;
  return {
    run: {
      ...{ projectId, teamId, teamVersion: version, goal, manifest, startedBy, idempotencyKey, capMicros },
      ...{ procedure: order.procedure, inputHash: order.hash, ...order.again?.columns },
    },
    audit: {
      id: newId(),
      actorKind: ctx.actor.kind,
      actorId: actorIdOf(ctx.actor),
      requestId: ctx.requestId,
      after: { teamId, version, projectId, ...order.again?.audit },
    },
  };
}
