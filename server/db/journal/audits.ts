import { planStep } from '@domain/run/graph';
import type { HandoffRefusal } from '@domain/run/handoff-facts';
import { newId } from '../ids';
import type { Draft } from './draft';

/** Wishes that were beyond the actor's rights, not only impossible. */
const UNAUTHORISED: ReadonlySet<HandoffRefusal> = new Set([
  'not_active',
  'no_edge',
  'agent_closed',
  'may_not_cancel',
]);

/** Entries of the audit log that follow from facts alone: an actor's handoff that it had no right to. */
export function auditsOf(draft: Draft): { audits?: object[] } {
  const { plan } = draft.state;
  if (!plan?.handoff) return {};
  const audits = draft
    .of('handoff.rejected')
    .filter(({ reason }) => UNAUTHORISED.has(reason))
    .map(({ stepId, to, reason }) => ({
      id: newId(),
      agentId: planStep(plan, stepId)?.agentId,
      action: 'handoff.rejected',
      after: { stepId, ...(to !== undefined && { to }), reason },
    }));
  return audits.length > 0 ? { audits } : {};
}
