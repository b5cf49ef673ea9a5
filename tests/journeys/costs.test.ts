import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeOpenAI } from '../support/fake-openai';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { procedures } from './support/procedure';
import { runStatus, textOf } from './support/run-page';
import { shoot } from './support/shots';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace();
const server = await fakeOpenAI({ wordDelayMs: 0, textChars: 400 });
afterAll(() => server.close());

describe('Money', () => {
  it('is limited, asked for, raised, added up and forecast where people look for it (T-6, T-114)', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const team = await makePipeline(place, ada, org, { titles: ['Draft', 'Check'], model: server });

    await page.goto(`/o/${org}/costs`);
    await page.getByText('No limits beside each run’s own').waitFor();
    await page.getByRole('button', { name: 'New limit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Limit for').click();
    await page.getByRole('option', { name: 'Team' }).click();
    await dialog.getByLabel('Team').click();
    await page.getByRole('option', { name: 'Draft, Check' }).click();
    await dialog.getByLabel('Limit, $').fill('0.001');
    await dialog.getByLabel('When it is reached').click();
    await page.getByRole('option', { name: 'Runs wait and ask' }).click();
    await shoot(page, '60-limit-dialog', false);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('$0.00 of $0.001 this month').waitFor();

    const runId = await startRun(place, ada, org, { teamId: team.id, goal: 'Ask before you spend' });
    await page.goto(`/o/${org}/runs/${runId}`);
    await runStatus(page, 'waiting').waitFor();

    await page.goto(`/o/${org}/costs`);
    await page.getByRole('button', { name: 'Change the limit of Draft, Check' }).click();
    await dialog.getByLabel('Limit, $').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.goto(`/o/${org}/runs/${runId}`);
    await runStatus(page, 'completed').waitFor();
    await page.getByRole('tab', { name: 'Cost' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('row', { name: /Robin/ }).first().waitFor();
    await shoot(page, '61-run-cost');
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, '61-run-cost-390');

    await page.goto(`/o/${org}/costs?by=agent`);
    await page.getByRole('row', { name: /Robin/ }).waitFor();
    const { query } = procedures(place, ada, org);
    const costs = await query<{ totals: { costMicros: number; calls: number } }>('cost.list', {
      by: 'agent',
    });
    expect(costs.totals.calls).toBe(2);
    const { rows } = await place.db.admin.query('SELECT spent_micros FROM run WHERE id = $1', [runId]);
    expect(costs.totals.costMicros).toBe(Number(rows[0].spent_micros));
    for (const [width, scheme] of [
      [390, 'dark'],
      [390, 'light'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.locator(scheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await shoot(page, `62-costs-${scheme}-${width}`);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide).toBe(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    }

    await page.goto(`/o/${org}/teams/${team.slug}?start=1`);
    await page.getByText('From 1 completed run of this version').waitFor();
    await page.getByRole('switch', { name: /Ask when the budget is used up/ }).click();
    await page.getByText('The run waits for somebody to allow more.').waitFor();
    await shoot(page, '63-start-forecast', false);
    expect(await textOf(page.getByRole('dialog'))).toContain('typical');
    expect(ada.complaints()).toEqual([]);
  });
});
