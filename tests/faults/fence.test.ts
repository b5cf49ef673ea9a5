import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { openSite } from './support/site';
import { until } from './support/until';

const site = await openSite();
const POINT = 'step.before_record';

afterEach(() => site.clear());

/** A worker is stopped past its lease with an outcome in its hands, goes on while another one runs the step. */
async function comeBackLate(failpoints: string): Promise<string> {
  const late = await site.worker(`stop:${POINT}${failpoints}`);
  const runId = await site.run(['draft', 'polish']);
  await late.reached(POINT);
  late.pause();
  const second = site.model.hold({ step: 'draft', epoch: 2 });
  await site.worker();
  await second.reached;
  late.resume();
  late.release(POINT);
  // Its next word is either another record of this run or nothing: a heartbeat proves that it has gone on.
  await until(async () => {
    const { rows } = await site.db.admin.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].waiting === 0;
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  second.release();
  // Whatever it took on since then, it stands at its failpoint again.
  await late.kill();
  await site.ended(runId);
  return runId;
}

describe('F-02 a worker paused past its lease', () => {
  it('is fenced when it comes back: nothing of its epoch is written', async () => {
    const runId = await comeBackLate('');
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    const done = facts.filter((f) => f.type === 'plan.task.completed' && f.stepId === 'draft');
    expect(done).toMatchObject([{ epoch: 2, attempt: 2 }]);
  });

  it('control: without the fence it writes over the other worker’s step', async () => {
    const runId = await comeBackLate(',control.fence');
    expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I5/));
  });
});
