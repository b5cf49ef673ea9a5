import { inputsOf } from '@domain/run/inputs';
import { MAX_CHILDREN } from '@domain/run/limits';
import type { RosterEntry } from '@domain/run/plan';
import { describe, expect, it } from 'vitest';
import { delegationOf } from './random-delegation';
import { ACCEPT, planned, planOf, REJECT, TestRun, timeless } from './run';

const entry = (slotId: string): RosterEntry => ({
  ...{ slotId, agentId: `agent-${slotId}`, title: slotId },
  ...{ responsibility: '', contract: '' },
});
const NAMES = ['writer', 'checker', 'third'];
const led = () => {
  const roster = NAMES.map(entry);
  const run = new TestRun().start(planOf([planned('lead', [], { lead: true, roster })]));
  run.claim('lead');
  return run;
};
const child = (n: number, parent = 'lead') => `${parent}/delegate/0${n}`;
const delegate = (run: TestRun, slotId: string, more = {}, parent = 'lead') =>
  run.types(delegationOf(run, parent, slotId, more));
const wait = (run: TestRun, id = 'lead') =>
  run.types({
    type: 'plan.task.waiting',
    ...run.at(id),
    epoch: run.step(id).epoch,
    on: { kind: 'children' },
  });

describe('delegation', () => {
  it('makes a step of the same run, which the lead waits for and is told of (T-1, T-44, TX-14)', () => {
    const run = led();
    expect(delegate(run, 'writer')).toEqual(['delegation.started lead', `plan.task.ready ${child(1)}`]);
    expect(wait(run)).toEqual(['plan.task.waiting lead']);
    expect(run.state.status).toBe('running');
    expect(run.pass(child(1))).toEqual([
      `plan.task.completed ${child(1)}`,
      'delegation.completed lead',
      'plan.task.ready lead',
    ]);
    run.pass('lead');
    expect(run.state).toMatchObject({ status: 'completed', closed: true });
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });

  it('lets nobody but the last child make the lead ready again', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'third');
    wait(run);
    expect(run.take({ type: 'plan.task.ready', ...run.at('lead') })).toBeNull();
    run.pass(child(1));
    expect(run.step('lead').status).toBe('waiting');
    run.pass(child(2));
    expect(run.step('lead')).toMatchObject({ status: 'ready', attempt: 1, round: 1 });
  });

  it('is refused a wait that nothing would end', () => {
    expect(wait(led())).toBeNull();
  });

  it('gives a child the outputs of those that it depends on', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'third', { dependsOn: [child(1)] });
    wait(run);
    expect(run.step(child(2)).status).toBe('blocked');
    run.pass(child(1));
    expect(inputsOf(run.state, child(2))).toMatchObject([{ stepId: child(1), artifactId: `${child(1)}.1` }]);
  });

  it('keeps a child’s failure to itself: its parent is told and goes on (TX-14)', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'third', { dependsOn: [child(1)] });
    wait(run);
    run.claim(child(1));
    expect(run.types(run.failure(child(1)))).toEqual([
      `plan.task.failed ${child(1)}`,
      `plan.task.skipped ${child(2)}`,
      'delegation.failed lead',
      'delegation.failed lead',
      'plan.task.ready lead',
    ]);
    run.pass('lead');
    expect(run.state.status).toBe('completed');
  });

  it('reviews among children: rejected work is redone, accepted work is told of with its review', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'checker', { reviewOf: child(1) });
    delegate(run, 'third', { dependsOn: [child(1)] });
    wait(run);
    run.pass(child(1));
    expect(run.pass(child(2), REJECT)).toContain(`plan.task.reopened ${child(1)}`);
    expect(run.step(child(3)).status).toBe('blocked');
    run.pass(child(1));
    expect(run.pass(child(2), ACCEPT)).toEqual([
      `plan.task.completed ${child(2)}`,
      `plan.task.ready ${child(3)}`,
      'delegation.completed lead',
      'delegation.completed lead',
    ]);
    expect(run.pass(child(3)).at(-1)).toBe('plan.task.ready lead');
  });

  it('fails work that used up its rework, not the run (T-3)', () => {
    const run = led();
    delegate(run, 'writer', { maxRework: 0 });
    delegate(run, 'checker', { reviewOf: child(1) });
    delegate(run, 'third', { dependsOn: [child(1)] });
    wait(run);
    run.pass(child(1));
    const told = run.pass(child(2), REJECT);
    expect(told.filter((name) => name.startsWith('delegation'))).toEqual(
      Array(3).fill('delegation.failed lead'),
    );
    expect(run.statuses()).toEqual({
      lead: 'ready',
      [child(1)]: 'failed',
      [child(2)]: 'skipped',
      [child(3)]: 'skipped',
    });
    expect(run.step(child(1)).reason).toBe('rework_exhausted');
  });

  it('counts work whose reviewer failed as not delivered', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'checker', { reviewOf: child(1) });
    wait(run);
    run.pass(child(1));
    run.claim(child(2));
    run.take(run.failure(child(2), 'verdict_invalid'));
    const failed = run.journal.flatMap((fact) =>
      fact.type === 'delegation.failed' ? [[fact.childId, fact.reason]] : [],
    );
    expect(failed).toEqual([
      [child(1), 'not_accepted'],
      [child(2), 'verdict_invalid'],
    ]);
    expect(run.step('lead').status).toBe('ready');
  });

  it('goes two levels deep and no deeper, and never back to a slot above (T-7, TX-14)', () => {
    const run = led();
    delegate(run, 'writer');
    wait(run);
    run.claim(child(1));
    expect(delegate(run, 'writer', {}, child(1))).toBeNull();
    expect(delegate(run, 'third', {}, child(1))).not.toBeNull();
    wait(run, child(1));
    const grandchild = child(1, child(1));
    run.claim(grandchild);
    expect(run.state.plan?.steps.at(-1)).toMatchObject({ id: grandchild, depth: 2, parent: child(1) });
    expect(delegate(run, 'checker', { agentId: 'agent-checker' }, grandchild)).toBeNull();
    expect(run.types(run.completion(grandchild))?.at(-1)).toBe(`plan.task.ready ${child(1)}`);
    expect(run.step('lead').status).toBe('waiting');
  });

  it.each([
    ['an agent that is not its slot’s', { agentId: 'somebody' }],
    ['a number that is not the next one', { childId: child(7) }],
    ['a depth that is not its own', { depth: 2 }],
    ['no turns', { maxTurns: 0 }],
    ['more turns than 16 (TX-14)', { maxTurns: 17 }],
    ['a dependency on its parent', { dependsOn: ['lead'] }],
    ['a dependency on nothing', { dependsOn: ['nothing'] }],
    ['a review of its parent', { reviewOf: 'lead' }],
    ['another claim', { epoch: 9 }],
  ])('is refused with %s', (_, more) => {
    expect(delegate(led(), 'writer', more)).toBeNull();
  });

  it('takes turns from 1 to 16 (TX-14)', () => {
    for (const maxTurns of [1, 16]) expect(delegate(led(), 'writer', { maxTurns })).not.toBeNull();
  });

  it('is refused to a step that does not lead, and to one that does not run', () => {
    const run = new TestRun().start(planOf([planned('a'), planned('lead', ['a'], { roster: [entry('w')] })]));
    run.claim('a');
    expect(delegate(run, 'w', { agentId: 'agent-w' }, 'a')).toBeNull();
    expect(delegate(run, 'w', {}, 'lead')).toBeNull();
  });

  it(`makes at most ${MAX_CHILDREN} steps in a run, and quickly`, () => {
    const run = led();
    const began = performance.now();
    for (let n = 0; n < MAX_CHILDREN; n++) expect(delegate(run, 'writer')).not.toBeNull();
    expect(delegate(run, 'writer')).toBeNull();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(run.state.tally.ready).toBe(MAX_CHILDREN);
  });

  it('ends with its parent: children are stopped, and so is what they delegated (TX-14)', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'third');
    wait(run);
    run.claim(child(1));
    delegate(run, 'third', {}, child(1));
    const grandchild = child(1, child(1));
    run.claim(grandchild);
    const told = run.types(run.failure(child(1)));
    expect(told).toEqual([
      `plan.task.failed ${child(1)}`,
      `plan.task.cancelled ${grandchild}`,
      'delegation.failed lead',
      `delegation.failed ${child(1)}`,
    ]);
    expect(run.effects).toContainEqual({ kind: 'step.abort', stepId: grandchild, epoch: 1 });
    expect(run.step('lead').status).toBe('waiting');
    run.pass(child(2));
    run.pass('lead');
    expect(run.state.receipt).toEqual([]);
  });

  it('is over when the run is stopped: the lead and all below it are cancelled (TX-14)', () => {
    const run = led();
    delegate(run, 'writer');
    delegate(run, 'third');
    wait(run);
    run.claim(child(1));
    run.take({ type: 'run.cancelled', reason: 'by hand' });
    expect(run.statuses()).toEqual({ lead: 'cancelled', [child(1)]: 'running', [child(2)]: 'cancelled' });
    expect(run.effects).toContainEqual({ kind: 'step.abort', stepId: child(1), epoch: 1 });
    expect(run.journal.some((fact) => fact.type === 'delegation.failed')).toBe(false);
  });

  it('leaves it to a person to approve for a child: its slot’s gate holds whatever the parent wants (TX-14)', () => {
    const run = led();
    expect(delegate(run, 'writer', { gate: { before: true } })).toEqual([
      'delegation.started lead',
      `plan.task.waiting ${child(1)}`,
      `approval.requested ${child(1)}`,
    ]);
    wait(run);
    expect(run.state.status).toBe('waiting');
    expect(run.take({ type: 'plan.task.ready', ...run.at(child(1)) })).toBeNull();
    run.take({ type: 'approval.resolved', gateId: 'g1', by: 'person', decision: 'denied', text: 'no' });
    expect(run.step(child(1))).toMatchObject({ status: 'failed', reason: 'approval_denied' });
    expect(run.step('lead').status).toBe('ready');
  });
});
