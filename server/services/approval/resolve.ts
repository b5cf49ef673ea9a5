// Authorised and audited in `decideGate`.
import { type ApprovalDecided, ApprovalResolve } from '@domain/approval/approval';
import { DomainError } from '@domain/errors';
import type { Ctx } from '../context';
import { decideGate } from './decide';

/** Approves or denies what a run asks for. @throws bad_request `words_required`, and as `decideGate` */
export async function resolveApproval(ctx: Ctx, raw: ApprovalResolve): Promise<ApprovalDecided> {
  const { decision, text, ...gate } = ApprovalResolve.parse(raw);
  if (decision === 'denied' && text === '') {
    const message = 'Say why: whoever works on it again has to know';
    throw new DomainError('bad_request', message, {
      reason: 'words_required',
      issues: [{ path: ['text'], code: 'required', message }],
    });
  }
  return decideGate(ctx, gate, { decision, text });
}
