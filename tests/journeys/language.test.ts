import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { ended } from './support/run-page';
import { shoot } from './support/shots';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

const GOAL = 'Speak two languages';

async function choose(page: Page, menu: RegExp, language: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
}

describe('the language of the interface', () => {
  it('changes the run’s page between English and Russian at once and stays the chosen one', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const team = await makePipeline(place, ada, org, { titles: ['Answer'] });
    const runId = await startRun(place, ada, org, { teamId: team.id, goal: GOAL });
    await page.goto(`/o/${org}/runs/${runId}`);
    await ended(page);
    await page.getByRole('tab', { name: /^Log/ }).click();
    await page.getByText(/^Run started by Ada Vale/).waitFor();

    await choose(page, /^Menu of/, 'Русский');
    await page.getByRole('tab', { name: /^Журнал/ }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    expect(await page.getByText(/^Run started by/).count()).toBe(0);
    await page.getByRole('heading', { name: GOAL }).waitFor();
    await shoot(page, '60-run-russian');
    await page.reload();
    await page.getByRole('tab', { name: /^Журнал/ }).waitFor();

    await choose(page, /Ada Vale/, 'English');
    await page.getByRole('tab', { name: /^Log/ }).waitFor();
    expect(ada.complaints()).toEqual([]);
  });
});
