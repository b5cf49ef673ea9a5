import { DomainError, notFound } from '@domain/errors';
import { compile } from '@domain/protocol/index';
import { RunStart, type RunStarted } from '@domain/run/form';
import { LEASE_MS } from '@domain/run/limits';
import { initialState } from '@domain/run/state';
import { actorIdOf } from '../../db/audit';
import { newId } from '../../db/ids';
import { rememberRun } from '../../db/journal/append';
import { Recent } from '../../db/journal/cache';
import { Draft } from '../../db/journal/draft';
import { payloadOf } from '../../db/journal/payload';
import {
  readStartMaterial,
  type StartMaterial,
  type StartRows,
  type StartTerms,
  sendStart,
} from '../../db/journal/start';
import { requireAllowed, requireMember } from '../authorize';
import type { Ctx } from '../context';
import { afterAppend } from '../step/after';
import { logTaskStart } from '../step/task-log';
import { inputHash, replayOf, START_PROCEDURE } from './idempotency';
import { type Pinned, pin } from './startable';

/** Tries of a start whose team or rights changed, or whose key was taken, between its read and its write. */
const TRIES = 4;

/**
 * Starts a run of a team's applied version, pinned to it. When this returns the run is committed and will end or
 * wait at a gate, whatever happens to the queue or to any process. The same key answers the same run. One read
 * decides, or what this process has read before; one statement checks again what may have changed, and writes run,
 * facts, steps and audit in one commit.
 * @throws not_found, forbidden, conflict (`no_applied_version`, `version_not_applied`, `budget_exceeded`), unprocessable
 * (`agent_unavailable`, `unpriced_model`, …, `idempotency_key_reused`), too_many_requests (`too_many_queued`)
 */
export async function startRun(ctx: Ctx, raw: RunStart): Promise<RunStarted> {
  const input = RunStart.parse(raw);
  const { userId } = ctx;
  if (!userId) throw notFound();
  for (let tries = 0; tries < TRIES; tries++) {
    const started = await (tries === 0 ? startAsBefore(ctx, userId, input) : tryStart(ctx, userId, input));
    if (started) return started;
  }
  throw new DomainError('unavailable', 'Try again', { retryAfterSeconds: 1 });
}

/** What the newest start of a person, project, team and version went by: only a write that checks it uses it. */
const recent = new Recent<StartMaterial>(500);
const recentKey = ({ orgId }: Ctx, userId: string, input: RunStart): string =>
  [orgId, userId, input.projectId, input.teamId, input.version].join('/');

/** Null: nothing was started here before, or something has changed since; only what is read now may refuse. */
async function startAsBefore(ctx: Ctx, userId: string, input: RunStart): Promise<RunStarted | null> {
  const known = recent.get(recentKey(ctx, userId, input));
  if (!known) return null;
  try {
    return await startBy(ctx, userId, input, known, known.terms);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function tryStart(ctx: Ctx, userId: string, input: RunStart): Promise<RunStarted | null> {
  const key = { ...input, orgId: ctx.orgId, userId, procedure: START_PROCEDURE };
  const material = await readStartMaterial(key);
  const started = await startBy(ctx, userId, input, material);
  if (started && !started.replayed) recent.set(recentKey(ctx, userId, input), { ...material, replay: null });
  return started;
}

/** Null: `terms`, the key or the rights are not any more what was decided by. */
async function startBy(
  ctx: Ctx,
  userId: string,
  input: RunStart,
  material: StartMaterial,
  terms?: StartTerms,
): Promise<RunStarted | null> {
  requireStart(material.terms);
  const replay = replayOf(material.replay, input);
  if (replay) return replay;
  requireRoom(material.terms);
  const pinned = pin(ctx.orgId, material, input);
  const ref = { orgId: ctx.orgId, runId: newId() };
  const draft = new Draft(initialState());
  const capMicros = input.budgetMicros ?? pinned.manifest.defaults.budgetMicros;
  if (!open(draft, userId, input, pinned, capMicros)) throw new Error('a new run cannot be opened');
  const rows = rowsOf(ctx, userId, input, pinned, capMicros);
  const append = payloadOf(ref, ref.runId, draft, { leaseMs: LEASE_MS });
  const answer = await sendStart(rows, append, terms);
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

function open(draft: Draft, startedBy: string, input: RunStart, pinned: Pinned, capMicros: number): boolean {
  const { goal, projectId, teamId } = input;
  const { version, bindings, modes, manifest } = pinned;
  return (
    draft.add({ type: 'run.started', goal, projectId, startedBy, capMicros, teamId, ...asks(input) }) &&
    draft.add({ type: 'team.started', teamId, version, goal, bindings }) &&
    Object.entries(bindings).every(([slotId, agentId]) =>
      draft.add({ type: 'slot.bound', slotId, agentId, mode: modes[slotId] ?? 'fixed' }),
    ) &&
    draft.add({ type: 'plan.created', plan: compile(manifest, bindings, pinned.people) })
  );
}

const asks = ({ atLimit }: RunStart) => (atLimit === undefined ? {} : { atLimit });

function rowsOf(ctx: Ctx, startedBy: string, input: RunStart, pinned: Pinned, capMicros: number): StartRows {
  const { projectId, teamId, goal, idempotencyKey } = input;
  const { version, manifest } = pinned;
  return {
    run: {
      ...{ projectId, teamId, teamVersion: version, goal, manifest, startedBy, idempotencyKey, capMicros },
      procedure: START_PROCEDURE,
      inputHash: inputHash(input),
    },
    audit: {
      id: newId(),
      actorKind: ctx.actor.kind,
      actorId: actorIdOf(ctx.actor),
      requestId: ctx.requestId,
      after: { teamId, version, projectId },
    },
  };
}
