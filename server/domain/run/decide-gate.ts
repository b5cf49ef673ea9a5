import { BY_PERSON } from '../approval/criterion';
import { budgetDecided } from './decide-budget';
import { type Draft, record } from './draft';
import { endRun } from './end';
import type { InputOf } from './fact';
import { type Gate, gateIn, policyRequest, waitsAt } from './gate';
import { graphOf, planStep } from './graph';
import { completed, failed } from './outcome';
import { namesOf } from './progress';
import { reopen } from './rework';
import type { StepState } from './state';

/** A step that waits for its output to be approved asks for that in the same append. */
export function waited(draft: Draft, body: InputOf<'plan.task.waiting'>): void {
  const planned = draft.state.plan && planStep(draft.state.plan, body.stepId);
  if (body.on.kind === 'approval_after' && planned)
    record(draft, policyRequest(draft.state, 'after', planned, body));
}

/** What a decision does to the step that waits at the gate; nothing when none does any more. */
export function resolved(draft: Draft, body: InputOf<'approval.resolved'>): void {
  const gate = gateIn(draft.state, body.gateId);
  if (gate?.kind === 'budget' && gate.stepId === undefined) {
    budgetDecided(draft, gate, body);
    return;
  }
  const step = gate && waitsAt(draft.state, gate);
  if (!gate || !step) return;
  if (body.decision === 'timed_out') {
    timedOut(draft, gate, step);
    return;
  }
  const approved = body.decision !== 'denied';
  switch (gate.kind) {
    case 'before':
      if (approved) goOn(draft, step);
      else failStep(draft, step, 'approval_denied', body.text);
      break;
    case 'after':
      if (approved) accept(draft, step);
      else deny(draft, step, body.text ?? '');
      break;
    case 'budget':
      if (approved) goOn(draft, step);
      else
        endRun(draft, { type: 'run.failed', status: 'budget_exceeded', reason: 'budget', stepId: step.id });
      break;
    default:
      settle(draft, gate, step, approved);
      goOn(draft, step);
  }
}

const goOn = (draft: Draft, step: StepState): void =>
  record(draft, { type: 'plan.task.ready', ...namesOf(step) });

/** The output that it waits with becomes its outcome. */
function accept(draft: Draft, step: StepState): void {
  const { artifactId, preview = '', verdict, intent } = step;
  const outcome = { ...namesOf(step), epoch: step.epoch, preview };
  const body: InputOf<'plan.task.completed'> = {
    type: 'plan.task.completed',
    ...outcome,
    ...(artifactId !== undefined && { artifactId }),
    ...(verdict !== undefined && { verdict }),
    ...(intent !== undefined && { intent }),
  };
  record(draft, body);
  completed(draft, body);
}

function deny(draft: Draft, step: StepState, words: string): void {
  const { plan } = draft.state;
  if (!plan) return;
  const position = graphOf(plan).position.get(step.id) ?? -1;
  reopen(draft, plan, position, [{ criterion: BY_PERSON, text: words }]);
}

function failStep(draft: Draft, step: StepState, reason: string, detail?: string): void {
  const why = { reason, ...(detail !== undefined && { detail }) };
  const body: InputOf<'plan.task.failed'> = { type: 'plan.task.failed', ...namesOf(step), ...why };
  record(draft, body);
  failed(draft, body);
}

/** Nobody decided in time. */
function timedOut(draft: Draft, gate: Gate, step: StepState): void {
  const reason = gate.kind === 'question' ? 'question_timed_out' : 'approval_timed_out';
  const body: InputOf<'plan.task.failed'> = { type: 'plan.task.failed', ...namesOf(step), reason };
  record(draft, body);
  failed(draft, body, 'timed_out');
}

/** The tool call that asked gets its outcome. */
function settle(draft: Draft, gate: Gate, step: StepState, ok: boolean): void {
  const tool = draft.state.openTools.find((open) => open.callId === gate.callId);
  if (!tool) return;
  record(draft, {
    type: 'tool.settled',
    ...namesOf(step),
    callId: tool.callId,
    name: tool.name,
    outcome: ok ? 'ok' : 'failed',
  });
}
