// Decides inside a draft: whoever appends it has authorised the run's start; the append re-checks the starter.
import { budgetFor, exceededFact } from '@domain/run/budget';
import { rosterFor } from '@domain/run/delegation';
import { planStep } from '@domain/run/graph';
import { hintsFor } from '@domain/run/hints';
import type { RosterEntry } from '@domain/run/plan';
import { type RunState, stepIn } from '@domain/run/state';
import { budgetsFor, ceilingMicros, exchangeCeilingTokens } from '../../agents/prompt/budget';
import { isAllowed, offersTools, type ToolScope } from '../../agents/tools';
import { newId } from '../../db/ids';
import type { Draft } from '../../db/journal/draft';
import type { AgentRow, Checkpoint } from '../../db/journal/engine';
import { control } from '../../failpoint';
import { replayed } from './checkpoint';
import { addressIn, type OpenedCall } from './claimed';

export type Started =
  | { outcome: 'started'; round: number; attempt: number; epoch: number; call: OpenedCall }
  /** `blocked`: waits for reserved money · `ended`: the run ended here · `refused`: not claimable (any more). */
  | { outcome: 'blocked' | 'ended' | 'refused' };

/** Claims a ready step in the draft and opens its first call, or writes down why the money does not allow it. */
export function startStep(
  draft: Draft,
  stepId: string,
  worker: string,
  agent: AgentRow | null,
  checkpoint: Checkpoint | null,
  callId: string = newId(),
): Started {
  const step = stepIn(draft.state, stepId);
  const planned = draft.state.plan && planStep(draft.state.plan, stepId);
  if (step?.status !== 'ready' || !planned) return { outcome: 'refused' };
  const address = addressIn(step);
  if (!agent?.price || agent.deleted || agent.provider.deleted) {
    const reason = !agent || agent.price ? 'agent_unavailable' : 'unpriced_model';
    const failed = draft.add({ type: 'plan.task.failed', ...address, reason });
    return { outcome: failed ? 'ended' : 'refused' };
  }
  const scope = scopeFor(agent, draft.state, stepId);
  const hints = hintsFor(draft.state, step);
  const budgets = budgetsFor({
    inputs: planned.dependsOn.length > 0 || draft.state.handoff !== undefined,
    turn: draft.state.handoff !== undefined,
    review: planned.reviewOf !== undefined || step.round > 1,
    tools: offersTools(scope),
    task: planned.parent !== undefined,
    roster: mayDelegate(scope),
    hints: hints.length > 0 || (step.hints ?? []).length > 0,
    schema: planned.contractSchema !== undefined,
  });
  const before = replayed(checkpoint, draft.state);
  const exchange = exchangeCeilingTokens(before.messages);
  // control: opens a call without reserving what it may cost
  const ceiling = control('reserve')
    ? 0
    : ceilingMicros(agent.price, budgets, agent.maxOutputTokens, exchange);
  const fits = budgetFor(draft.state, ceiling);
  if (fits === 'blocked') {
    draft.budgetBlocked = stepId;
    return { outcome: 'blocked' };
  }
  if (fits === 'exceeded') {
    return { outcome: draft.add(exceededFact(draft.state, ceiling, stepId)) ? 'ended' : 'refused' };
  }

  const epoch = step.epoch + 1;
  if (
    !draft.add({ type: 'plan.task.started', ...address, epoch, worker, ...(hints.length > 0 && { hints }) })
  )
    return { outcome: 'refused' };
  const call = { callId, ordinal: before.calls + 1, ceilingMicros: ceiling };
  draft.add({ type: 'model.called', ...address, epoch, ...call, ...modelOf(agent) });
  draft.claims = true;
  return { outcome: 'started', ...address, epoch, call };
}

/** What decides which tools an agent is offered in a run. */
export const scopeFor = (agent: AgentRow, state: RunState, stepId: string): ToolScope => ({
  team: state.teamId !== undefined,
  roster: rosterIn(state, stepId).length > 0,
  trial: state.trial ?? false,
  config: agent.toolConfig,
  capabilities: agent.capabilities,
});

/** Whether a tool is offered by which work is given away. */
export const mayDelegate = (scope: ToolScope): boolean =>
  isAllowed('delegate', scope) || isAllowed('plan', scope);

/** Whom the step may give work to, as far as its plan says. */
export function rosterIn({ plan }: RunState, stepId: string): RosterEntry[] {
  const planned = plan && planStep(plan, stepId);
  return plan && planned ? rosterFor(plan, planned) : [];
}

export const modelOf = (agent: AgentRow) => ({ providerId: agent.provider.id, model: agent.model });
