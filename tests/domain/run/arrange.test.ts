import { arrange, type Task } from '@domain/run/arrange';
import { MAX_CHILDREN } from '@domain/run/limits';
import type { RosterEntry } from '@domain/run/plan';
import { describe, expect, it } from 'vitest';
import { planned, planOf, TestRun } from './run';

const entry = (slotId: string): RosterEntry => ({
  ...{ slotId, agentId: `agent-${slotId}`, title: `The ${slotId}` },
  ...{ responsibility: '', contract: `What a ${slotId} delivers` },
});
const lead = (names = ['writer', 'checker', 'third']) =>
  planned('lead', [], { lead: true, roster: names.map(entry) });

const running = (names?: string[]): TestRun => {
  const run = new TestRun().start(planOf([lead(names)]));
  run.claim('lead');
  return run;
};
const task = (id: string, more: Partial<Task> = {}): Task => ({
  ...{ id, agent: 'writer', prompt: `Do ${id}`, dependsOn: [] },
  ...more,
});
const refused = (tasks: Task[], run = running()) => arrange(run.state, 'lead', tasks).refused;
const children = (tasks: Task[], more = {}) => {
  const { children: made, refused: why } = arrange(running().state, 'lead', tasks, more);
  if (!made) throw new Error(why?.message);
  return made;
};

describe('tasks that a lead plans', () => {
  it('become steps of their agents, numbered in an order in which each stands behind what it needs', () => {
    const made = children([
      task('join', { agent: 'third', dependsOn: ['draft'] }),
      task('draft'),
      task('check', { agent: 'checker', reviewOf: 'draft', maxTurns: 3 }),
    ]);
    expect(made).toMatchObject([
      { childId: 'lead/delegate/01', slotId: 'writer', agentId: 'agent-writer', maxTurns: 8, maxRework: 2 },
      { childId: 'lead/delegate/02', slotId: 'checker', reviewOf: 'lead/delegate/01', maxTurns: 3 },
      { childId: 'lead/delegate/03', slotId: 'third', dependsOn: ['lead/delegate/01'] },
    ]);
    expect(made.map(({ depth, title }) => [depth, title])).toEqual([
      [1, 'The writer: draft'],
      [1, 'The checker: check'],
      [1, 'The third: join'],
    ]);
  });

  it('may ask for less rework than the team allows, never for more (TX-3)', () => {
    const reviewed = [task('a'), task('b', { agent: 'checker', reviewOf: 'a' })];
    expect(children(reviewed, { maxRework: 1 })[0]?.maxRework).toBe(1);
    expect(children(reviewed, { maxRework: 9 })[0]?.maxRework).toBe(2);
    expect(children(reviewed)[0]?.maxRework).toBe(2);
  });

  it('that wait for each other are refused with the way round, reviews included (T-4)', () => {
    const two = [task('a', { dependsOn: ['b'] }), task('b', { dependsOn: ['a'] })];
    expect(refused(two)).toMatchObject({ reason: 'cycle', message: expect.stringContaining('a → b → a') });
    expect(refused([task('a', { dependsOn: ['a'] })])).toMatchObject({ reason: 'cycle' });
    const throughReview = [
      task('work'),
      task('next', { dependsOn: ['work'] }),
      task('review', { agent: 'checker', reviewOf: 'work', dependsOn: ['next'] }),
    ];
    expect(refused(throughReview)).toMatchObject({
      reason: 'cycle',
      message: expect.stringContaining('next → review → next'),
    });
    const long = Array.from({ length: 50 }, (_, n) => task(`t${n}`, { dependsOn: [`t${(n + 1) % 50}`] }));
    expect(refused(long)).toMatchObject({ reason: 'cycle' });
  });

  it('that wait for who waits for them are refused as wait_cycle', () => {
    expect(refused([task('a', { dependsOn: ['lead'] })])).toMatchObject({ reason: 'wait_cycle' });
  });

  it.each([
    ['an agent that is not on the roster', [task('a', { agent: 'stranger' })], 'unknown_agent'],
    ['the lead itself', [task('a', { agent: 'lead' })], 'unknown_agent'],
    ['a task that is not there', [task('a', { dependsOn: ['b'] })], 'unknown_task'],
    ['a review of nothing', [task('a', { reviewOf: 'b' })], 'unknown_task'],
    ['a review of itself', [task('a', { reviewOf: 'a' })], 'bad_review'],
    ['a review of one’s own work', [task('a'), task('b', { reviewOf: 'a' })], 'bad_review'],
    [
      'a review of a review',
      [
        task('a'),
        task('b', { agent: 'checker', reviewOf: 'a' }),
        task('c', { agent: 'third', reviewOf: 'b' }),
      ],
      'bad_review',
    ],
    ['two tasks of one name', [task('a'), task('a')], 'duplicate_task'],
  ])('naming %s are refused', (_, tasks, reason) => {
    expect(refused(tasks)).toMatchObject({ reason });
  });

  it('find their agent by slot, title or agent id, whatever its letters’ size, unless two are called so', () => {
    expect(children([task('a', { agent: ' the WRITER ' })])[0]?.slotId).toBe('writer');
    expect(children([task('a', { agent: 'agent-third' })])[0]?.slotId).toBe('third');
    const roster = [entry('one'), { ...entry('two'), title: 'The one' }];
    const run = new TestRun().start(planOf([planned('lead', [], { lead: true, roster })]));
    run.claim('lead');
    expect(arrange(run.state, 'lead', [task('a', { agent: 'The one' })]).refused?.reason).toBe(
      'unknown_agent',
    );
    expect(arrange(run.state, 'lead', [task('a', { agent: 'one' })]).children?.[0]?.slotId).toBe('one');
  });

  it(`are at most ${MAX_CHILDREN} in a run, with what the same answer has asked for before`, () => {
    const many = Array.from({ length: MAX_CHILDREN }, (_, n) => task(`t${n}`));
    expect(children(many).at(-1)?.childId).toBe('lead/delegate/200');
    expect(refused([...many, task('more')])).toMatchObject({ reason: 'too_many_children' });
    expect(arrange(running().state, 'lead', [task('a')], { staged: MAX_CHILDREN }).refused).toMatchObject({
      reason: 'too_many_children',
    });
    expect(arrange(running().state, 'lead', [task('a')], { staged: 4 }).children?.[0]?.childId).toBe(
      'lead/delegate/05',
    );
  });

  it('are refused where there is nobody to give them to', () => {
    const run = new TestRun().start(planOf([planned('alone')]));
    run.claim('alone');
    expect(arrange(run.state, 'alone', [task('a')]).refused?.reason).toBe('nobody_to_delegate_to');
    expect(arrange(run.state, 'nothing', [task('a')]).refused?.reason).toBe('nobody_to_delegate_to');
  });
});
