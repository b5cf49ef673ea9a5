import { describe, expect, it } from 'vitest';
import { reviewGate } from '../support/manifests';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { procedures } from './support/procedure';
import { ended } from './support/run-page';
import { startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

type Row = { id: string; slug: string };
const GOAL = 'Announce the release.\nAcceptance: names the date; says what is new';

describe('what reviews repeat', () => {
  it('becomes a proposal by itself, with the runs that it was seen in, and is applied where it stands (T-123)', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const { query, mutate } = procedures(place, ada, org);
    const [demo] = (await query<{ items: Row[] }>('provider.list')).items;
    const agent = async (name: string) =>
      (await mutate<Row>('agent.create', { name, role: 'Works', providerId: demo?.id, model: 'demo' })).id;
    const manifest = reviewGate(await agent('Una'), await agent('Vic'));
    const team = await mutate<Row>('team.create', { name: 'Announcers', manifest, apply: true });

    await page.goto(`/o/${org}/teams/${team.slug}?tab=evolution`);
    await page.getByText('Nothing to learn from yet').waitFor();
    const runIds: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      runIds.push(await startRun(place, ada, org, { teamId: team.id, goal: GOAL }));
      await page.goto(`/o/${org}/runs/${runIds.at(-1)}`);
      await ended(page);
    }
    await page.goto(`/o/${org}/teams/${team.slug}?tab=evolution`);
    // The worker has looked already, as each run settled.
    await page.getByRole('heading', { name: 'Proposal: version 2' }).waitFor();
    await page.getByText('review rejected work 2 times in 2 runs of this version.').waitFor();
    expect(await look(page, 'evolution')).toEqual([]);
    await page
      .getByRole('link', { name: runIds[0]!.slice(-6) })
      .first()
      .click();
    await page.waitForURL(new RegExp(`/runs/${runIds[0]}`));
    await page.goBack();
    await page.getByRole('button', { name: 'Look for improvements' }).click();
    await page.getByText('Nothing repeats that is not proposed already.').waitFor();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page.getByRole('dialog').getByLabel('Budget of each trial').fill('0.5');
    await page.getByRole('dialog').getByRole('button', { name: 'Rehearse' }).click();
    await page.getByText('2 trials started.').waitFor();
    const trials = page.getByTestId('rehearsal');
    await trials.getByText(/^Sent back 2 → 0/).waitFor();
    expect(await look(page, 'rehearsal')).toEqual([]);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Version 2 is in force.').waitFor();
    await page.getByRole('heading', { name: 'Proposal: version 2' }).waitFor({ state: 'hidden' });
    await page.getByTestId('effects').getByText('Measured: no run of it has settled yet.').waitFor();
    expect(await look(page, 'effects')).toEqual([]);
    expect(ada.complaints()).toEqual([]);
  });
});
