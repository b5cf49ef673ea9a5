import { type Draft, record } from './draft';
import { endRun } from './end';
import type { InputOf } from './fact';
import { graphOf } from './graph';
import { bouncesAfter, type HANDED_OVER, isLimit, refusalOf } from './handoff';
import type { HandoffRefusal } from './handoff-facts';
import { namesOf, readyAmong } from './progress';
import { holdsOutput } from './stand-in';
import { type StepState, stepIn } from './state';

/** What follows from an actor's delivery. */
export function followIntent(draft: Draft, body: InputOf<'plan.task.completed'>): void {
  const step = stepIn(draft.state, body.stepId);
  const { intent } = body;
  if (!step || !intent) return;
  if (intent.kind === 'handoff') {
    const wish = { to: intent.to ?? '', ...(intent.reason !== undefined && { reason: intent.reason }) };
    record(draft, { type: 'handoff.started', ...namesOf(step), ...wish });
    handOver(draft, step, wish);
  } else if (intent.kind === 'cancel') {
    const reason = intent.reason ?? '';
    record(draft, { type: 'handoff.cancelled', ...namesOf(step), reason });
    endRun(draft, { type: 'run.cancelled', reason: 'by_actor' });
  } else {
    const delivered = body.artifactId === undefined ? {} : { artifactId: body.artifactId };
    const summary = intent.reason ?? body.preview;
    record(draft, { type: 'handoff.completed', ...namesOf(step), ...delivered, summary });
    finishWork(draft);
  }
}

/** What follows from what a person, a claim that is refused, or time says of a handoff. */
export function followHandoff(
  draft: Draft,
  body: InputOf<'handoff.started' | 'handoff.completed' | 'handoff.timeout'>,
): void {
  const step = stepIn(draft.state, body.stepId);
  if (!step) return;
  switch (body.type) {
    case 'handoff.started':
      if (body.by !== undefined) leave(draft, step);
      handOver(draft, step, body);
      break;
    case 'handoff.completed':
      leave(draft, step);
      finishWork(draft);
      break;
    case 'handoff.timeout':
      endRun(draft, { type: 'run.failed', status: 'timed_out', reason: 'intent_timeout', stepId: step.id });
  }
}

type Wish = { to: string; reason?: string | undefined; by?: string | undefined };

function handOver(draft: Draft, step: StepState, { to, reason, by }: Wish): void {
  const { plan, handoff } = draft.state;
  if (!plan || !handoff) return;
  const refusal = refusalOf(draft.state, step.id, to, by !== undefined);
  if (refusal) {
    record(draft, { type: 'handoff.rejected', ...namesOf(step), to, reason: refusal });
    if (isLimit(refusal)) endByLimit(draft, step, refusal);
    return;
  }
  const counts = { rounds: handoff.rounds + 1, bounces: bouncesAfter(handoff, step.id, to) };
  const why = { ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) };
  record(draft, { type: 'handoff.accepted', ...namesOf(step), to, ...counts, ...why });
  const next = stepIn(draft.state, to);
  if (next && next.status !== 'blocked')
    record(draft, { type: 'plan.task.invalidated', stepId: to, round: next.round + 1, attempt: 1 });
  readyAmong(draft, [graphOf(plan).position.get(to) ?? -1]);
}

function endByLimit(draft: Draft, { id: stepId }: StepState, refusal: HandoffRefusal): void {
  const reason = refusal === 'pingpong' ? 'pingpong' : 'max_rounds';
  const status = reason === 'pingpong' ? 'pingpong_exceeded' : 'max_round_exceeded';
  endRun(draft, { type: 'run.failed', status, reason, stepId });
}

/** The actor's turn ends by somebody else's word: with what it waits with, else with nothing. */
function leave(draft: Draft, step: StepState): void {
  if (holdsOutput(step)) {
    const { artifactId, preview = '', epoch } = step;
    const output = { epoch, preview, ...(artifactId !== undefined && { artifactId }) };
    record(draft, { type: 'plan.task.completed', ...namesOf(step), ...output });
    return;
  }
  if (step.status === 'running')
    draft.effects.push({ kind: 'step.abort', stepId: step.id, epoch: step.epoch });
  const reason: typeof HANDED_OVER = 'handed_over';
  record(draft, { type: 'plan.task.cancelled', ...namesOf(step), reason });
}

/** The work is done: who never acted was not needed. */
function finishWork(draft: Draft): void {
  for (const step of draft.state.steps) {
    if (step.status === 'blocked')
      record(draft, { type: 'plan.task.skipped', ...namesOf(step), reason: 'not_needed' });
  }
  endRun(draft, { type: 'run.completed' });
}
