import { afterAll, describe, expect, it } from 'vitest';
import { fakeOpenAI } from '../support/fake-openai';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, runStatus, streams, textOf } from './support/run-page';
import { shoot } from './support/shots';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({
  redis: true,
  environment: { TROUPE_LEASE_MS: '2000', TROUPE_SWEEP_MS: '500' },
});
const server = await fakeOpenAI({ wordDelayMs: 10, textChars: 900 });
afterAll(() => server.close());

/** What a deployment may expect of a server that is told to stop, with a page watching. */
const STOP_MS = 10_000;
/** What the browser itself writes when nobody listens; anything else is ours. */
const UNREACHABLE = /^console: Failed to load resource: net::ERR_/;

describe('a page that is open on a run', () => {
  it('goes on to the end without a gap and without a reload when the worker dies and the web server is replaced', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const team = await makePipeline(place, ada, org, {
      titles: ['Collect', 'Write', 'Polish'],
      model: server,
    });
    const beforeCrash = server.hold({ step: 'write', epoch: 1 });
    const beforeOutage = server.hold({ step: 'polish' });
    const runId = await startRun(place, ada, org, { teamId: team.id, goal: 'Outlive every process' });
    await page.goto(`/o/${org}/runs/${runId}`);
    await streams(page);
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));

    await beforeCrash.reached;
    await place.replaceWorker();
    beforeCrash.release();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('button', { name: /Write.*Attempt 2/s }).waitFor();

    await beforeOutage.reached;
    await page.locator('[data-testid="live"][data-connection="live"]').waitFor();
    await place.whileWebIsDown(async (stoppedInMs) => {
      expect(stoppedInMs).toBeLessThan(STOP_MS);
      await page.locator('[data-testid="live"][data-connection="reconnecting"]').waitFor();
      await shoot(page, '30-run-reconnecting');
      // The run ends while nobody can be told.
      beforeOutage.release();
      await server.when(() => server.counts().open === 0);
    });
    await ended(page);
    await runStatus(page, 'completed').waitFor();
    expect(await textOf(page.getByTestId('live'))).toContain('Ended');
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
    await shoot(page, '31-run-after-restarts');
    const facts = await expectWholeJournal(place, page);
    expect(facts.filter(({ type }) => type === 'plan.task.retried')).toHaveLength(1);
    expect(ada.complaints().filter((complaint) => !UNREACHABLE.test(complaint))).toEqual([]);
  });
});
