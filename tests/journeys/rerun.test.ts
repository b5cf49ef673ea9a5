import { afterAll, describe, expect, it } from 'vitest';
import { fakeOpenAI } from '../support/fake-openai';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { ended } from './support/run-page';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace();
const server = await fakeOpenAI();
afterAll(() => server.close());

const EDITION = 'Only three points, please.';

describe('an ended run', () => {
  it('is run again from a slot with an output in a person’s words, and compared with what it was', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const titles = ['Outline', 'Draft', 'Polish'];
    const team = await makePipeline(place, ada, org, { titles, model: server });
    const source = await startRun(place, ada, org, { teamId: team.id, goal: 'Write about tides' });
    await page.goto(`/o/${org}/runs/${source}`);
    await ended(page);
    const before = server.counts().calls;

    await page.getByRole('button', { name: 'Re-run', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing: every step is done again.').waitFor();
    await dialog.getByLabel('Begin at').click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await dialog.getByText('1 step costs nothing again.').waitFor();
    await dialog.getByRole('button', { name: 'Edit Outline' }).click();
    await dialog.getByLabel('What “Outline” delivered, in your words').fill(EDITION);
    expect(await look(page, 'rerun-dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Run again' }).click();

    await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(source));
    await ended(page);
    expect(server.counts().calls - before).toBe(2);
    await page.getByTestId('lineage').getByText('from “Draft”').waitFor();
    await page
      .getByRole('button', { name: /Outline/ })
      .first()
      .click();
    await page.getByTestId('reused').getByText('in place of what the agent delivered').waitFor();
    await page.getByTestId('contract').getByText(EDITION).waitFor();
    expect(await look(page, 'rerun-page')).toEqual([]);

    await page.getByTestId('lineage').getByRole('link', { name: 'Compare' }).click();
    const comparison = page.getByTestId('comparison');
    const outline = comparison.getByRole('listitem', { name: 'Outline' });
    await outline.getByRole('button', { name: /Compare the texts/ }).click();
    await outline.locator('ins', { hasText: 'three' }).first().waitFor();
    expect(await look(page, 'compare')).toEqual([]);
    await page.getByRole('link', { name: 'Swap sides' }).click();
    await page.waitForURL(new RegExp(`b=${source}`));

    await page.goto(`/o/${org}/runs/${source}`);
    await page.getByText('Run again once:').waitFor();
    await page.getByRole('button', { name: 'Re-run from here' }).click();
    await page.getByRole('dialog').getByText('2 steps cost nothing again.').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`/o/${org}/runs/compare`);
    await page.getByText('Choose two runs').waitFor();
    expect(ada.complaints()).toEqual([]);
  });
});
