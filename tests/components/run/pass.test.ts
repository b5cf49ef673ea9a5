import { describe, expect, it } from 'vitest';
import { passesOf } from '../../../components/run/pass';
import { ACCEPT, planned, planOf, REJECT, TestRun } from '../../domain/run/run';

const gate = planOf([planned('write'), planned('check', ['write'], { reviewOf: 'write' })]);
const shown = (run: TestRun) =>
  passesOf(run.state, run.journal).map(({ stepId, round, status, artifactId, accepted }) => ({
    ...{ stepId, round, status, artifactId },
    ...(accepted && { accepted }),
  }));

describe('the rounds of a run', () => {
  it('have each what they delivered, and a review’s acceptance', () => {
    const run = new TestRun().start(gate);
    run.pass('write');
    run.pass('check', REJECT);
    run.pass('write');
    run.pass('check', ACCEPT);
    expect(shown(run)).toEqual([
      { stepId: 'write', round: 1, status: 'rejected', artifactId: 'write.1' },
      { stepId: 'check', round: 1, status: 'completed', artifactId: 'check.1' },
      { stepId: 'write', round: 2, status: 'completed', artifactId: 'write.2', accepted: true },
      { stepId: 'check', round: 2, status: 'completed', artifactId: 'check.2' },
    ]);
  });

  it('never show the text that was sent back as what a stopped rework delivered', () => {
    const run = new TestRun().start(gate);
    run.pass('write');
    run.pass('check', REJECT);
    run.claim('write');
    run.take({ type: 'run.cancelled', reason: '' });
    const rework = shown(run).find(({ stepId, round }) => stepId === 'write' && round === 2);
    expect(rework).toEqual({ stepId: 'write', round: 2, status: 'stopping', artifactId: undefined });
  });

  it('begin with what was taken over from the run that is repeated', () => {
    const run = new TestRun();
    run.take({ type: 'run.started', goal: 'g', projectId: 'p', startedBy: 'me', capMicros: 10 });
    const reused = [{ stepId: 'write', artifactId: 'copy', preview: 'kept', editedBy: 'me' }];
    run.take({ type: 'plan.created', plan: gate, reused });
    const [first] = passesOf(run.state, run.journal);
    expect(first).toMatchObject({ stepId: 'write', status: 'completed', artifactId: 'copy' });
    expect(first?.reused).toEqual({ editedBy: 'me' });
  });
});
