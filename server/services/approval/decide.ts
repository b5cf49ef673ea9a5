import type { ApprovalDecided } from '@domain/approval/approval';
import { DomainError, notFound } from '@domain/errors';
import { type Gate, gateIn, isBarred } from '@domain/run/gate';
import type { GateDecision } from '@domain/run/gate-facts';
import { LEASE_MS } from '@domain/run/limits';
import { isEnded, type RunState } from '@domain/run/state';
import { audit } from '../../db/audit';
import { type Appended, appendInside } from '../../db/journal/append';
import { lockRun, queryIn } from '../../db/journal/in-transaction';
import { tenantTx } from '../../db/tenant';
import { control } from '../../failpoint';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { afterAppend } from '../step/after';

export type Decision = { decision: Exclude<GateDecision, 'timed_out'>; text: string };

/**
 * Decides a gate: the decision, what follows for the step, and the audit row are one commit. The same decision again
 * answers `already_<decision>`.
 * @throws not_found, also for a gate of another run; forbidden `four_eyes`; conflict `already_decided`, `withdrawn`,
 * `run_ended`; unprocessable `wrong_decision`
 */
export async function decideGate(
  ctx: Ctx,
  { runId, gateId }: { runId: string; gateId: string },
  { decision, text }: Decision,
): Promise<ApprovalDecided> {
  const ref = { orgId: ctx.orgId, runId };
  let appended: Appended | undefined;
  const answer = await tenantTx(tenantOf(ctx), async (tx): Promise<ApprovalDecided> => {
    const row = await tx.run.findFirst({
      where: { orgId: ctx.orgId, id: runId },
      include: { project: true },
    });
    if (!row) throw notFound();
    await authorize(tx, ctx, 'approval.resolve', row.project);
    const run = await lockRun(tx, ref);
    const gate = run && gateIn(run.state, gateId);
    if (!run || !gate) throw notFound();
    requireDecidable(ctx, run.state, gate, decision);
    const { status } = run.state;
    if (gate.outcome !== undefined)
      return { runId, gateId, outcome: decidedBefore(run.state, gate, decision, text), status };
    appended = await appendInside(
      queryIn(tx),
      ref,
      run,
      (draft) =>
        draft.add({
          type: 'approval.resolved',
          gateId,
          decision,
          ...(ctx.userId !== undefined && { by: ctx.userId }),
          ...(text !== '' && { text }),
        }),
      { leaseMs: LEASE_MS },
    );
    if (appended.outcome !== 'appended') throw new Error(`a decision was ${appended.outcome}`);
    await audit(tx, ctx, {
      action: 'approval.resolved',
      targetType: 'run',
      targetId: runId,
      before: { gateId, kind: gate.kind },
      after: { gateId, decision },
    });
    return { runId, gateId, outcome: decision, status: appended.state.status };
  });
  if (appended) afterAppend(ref, appended);
  return answer;
}

function requireDecidable(ctx: Ctx, state: RunState, gate: Gate, decision: Decision['decision']): void {
  // control: lets people approve their own
  if (isBarred(state, gate, ctx.userId) && !control('four-eyes')) {
    throw new DomainError('forbidden', 'Somebody else than who the run works for has to decide this', {
      reason: 'four_eyes',
    });
  }
  if ((gate.kind === 'question') !== (decision === 'answered')) {
    throw new DomainError('unprocessable', 'This is decided otherwise', { reason: 'wrong_decision' });
  }
}

function decidedBefore(state: RunState, gate: Gate, decision: string, text: string): string {
  if (gate.outcome === decision && (decision !== 'answered' || gate.text === text))
    return `already_${decision}`;
  if (gate.outcome !== 'withdrawn') {
    throw new DomainError('conflict', 'This has been decided already', {
      reason: 'already_decided',
      details: { outcome: gate.outcome },
    });
  }
  throw isEnded(state)
    ? new DomainError('conflict', 'The run has ended', { reason: 'run_ended' })
    : new DomainError('conflict', 'This is not asked any more', { reason: 'withdrawn' });
}
