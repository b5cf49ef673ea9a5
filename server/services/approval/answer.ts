// Authorised and audited in `decideGate`.
import { ApprovalAnswer, type ApprovalDecided } from '@domain/approval/approval';
import type { Ctx } from '../context';
import { decideGate } from './decide';

/** Answers a step's question: the words become the result of the tool that asked. @throws as `decideGate` */
export async function answerApproval(ctx: Ctx, raw: ApprovalAnswer): Promise<ApprovalDecided> {
  const { text, ...gate } = ApprovalAnswer.parse(raw);
  return decideGate(ctx, gate, { decision: 'answered', text });
}
