import {
  ApprovalAnswer,
  ApprovalCount,
  ApprovalDecided,
  ApprovalList,
  ApprovalResolve,
  ApprovalView,
} from '@domain/approval/approval';
import { pageOf } from '@domain/page';
import { answerApproval } from '../../services/approval/answer';
import { countApprovals } from '../../services/approval/count';
import { listApprovals } from '../../services/approval/list';
import { resolveApproval } from '../../services/approval/resolve';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

export const approvalRouter = router({
  list: orgProcedure('approval.read')
    .input(orgInput(ApprovalList.shape))
    .output(pageOf(ApprovalView))
    .query(({ ctx, input }) => listApprovals(ctx.tenant, input)),

  count: orgProcedure('approval.read')
    .input(orgInput({}))
    .output(ApprovalCount)
    .query(({ ctx }) => countApprovals(ctx.tenant)),

  resolve: orgProcedure('approval.resolve')
    .input(orgInput(ApprovalResolve.shape))
    .output(ApprovalDecided)
    .mutation(({ ctx, input: { org: _, ...decision } }) => resolveApproval(ctx.tenant, decision)),

  answer: orgProcedure('approval.resolve')
    .input(orgInput(ApprovalAnswer.shape))
    .output(ApprovalDecided)
    .mutation(({ ctx, input: { org: _, ...answer } }) => answerApproval(ctx.tenant, answer)),
});
