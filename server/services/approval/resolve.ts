// Authorised and audited in `decideGate`.
import { type ApprovalDecided, type ApprovalResolve, CheckedResolve } from '@domain/approval/approval';
import type { Ctx } from '../context';
import { decideGate } from './decide';

/** Approves or denies what a run asks for. @throws bad_request for a denial without words, and as `decideGate` */
export async function resolveApproval(ctx: Ctx, raw: ApprovalResolve): Promise<ApprovalDecided> {
  const { decision, text, ...gate } = CheckedResolve.parse(raw);
  return decideGate(ctx, gate, { decision, text });
}
