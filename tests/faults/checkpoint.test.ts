import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { openSite } from './support/site';

const site = await openSite();
afterEach(() => site.clear());

/** A worker dies in the second call of a step whose first call has used a tool. */
async function dieInSecondCall(failpoints: string): Promise<string> {
  const seen = site.model.calls.length;
  const held = site.model.hold({ n: seen + 2 });
  const doomed = await site.worker();
  const runId = await site.run(['draft'], { goal: 'Who works here? [[call:list_team_members]]' });
  await held.reached;
  await doomed.kill();
  held.release();
  await site.worker(failpoints);
  await site.ended(runId);
  return runId;
}

const ordinalsOf = (runId: string): number[] =>
  site.model.calls.filter((call) => call.trace.run === runId).map((call) => call.trace.ordinal);

describe('F-01 kill -9 between two calls of one step', () => {
  it('the next attempt replays the settled call with its tool and pays only for what is missing', async () => {
    const runId = await dieInSecondCall('');
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    expect(ordinalsOf(runId)).toEqual([1, 2, 2]);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter((fact) => fact.type === 'tool.settled')).toMatchObject([
      { name: 'list_team_members', outcome: 'ok' },
    ]);
    const last = site.model.calls.at(-1);
    expect(last?.body.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ]);
  });

  it('control: without the checkpoint the settled call is asked for again', async () => {
    const runId = await dieInSecondCall('control.checkpoint');
    expect(await breaches(site.db, site.model, [runId])).toContainEqual(
      expect.stringMatching(/^duplicate effect/),
    );
  });
});
