import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, runStatus } from './support/run-page';
import { shoot } from './support/shots';
import { fillSlot } from './support/team-form';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '20' } });

const GOAL = 'Announce the release.\nAcceptance: names the date; names who is meant; says what is new';

async function startRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Goal').fill(GOAL);
  await dialog.getByRole('button', { name: 'Start run' }).click();
}

describe('a team whose actors hand over', () => {
  it('is drawn, refused until handoffs are allowed, closes its loop, and is moved on by a person (H-37, H-42, H-89) (intent)', async () => {
    const visitor = await newVisitor(place, { reducedMotion: 'reduce' });
    const org = await arriveSignedIn(place, visitor);
    const { page } = visitor;

    await page.goto(`/o/${org}/teams/new`);
    await page.getByLabel('Name', { exact: true }).fill('Announcers');
    await page.getByRole('radio', { name: 'Handoff' }).click();
    for (const [at, title] of ['Write', 'Review', 'Print'].entries()) await fillSlot(page, at + 1, title);
    const ways = page.getByRole('group', { name: 'Write may hand over to' });
    expect(await ways.getByLabel('Review').isChecked()).toBe(true);
    await ways.getByLabel('Review').click();
    await page.getByRole('group', { name: 'Review may hand over to' }).getByLabel('Write').click();
    expect(await ways.getByLabel('Review').isChecked()).toBe(false);
    await ways.getByLabel('Review').click();
    await page.getByRole('group', { name: 'Review may hand over to' }).getByLabel('Write').click();
    expect(await look(page, 'handoff-form')).toEqual([]);
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.waitForURL(/\/teams\/announcers/);

    await startRun(page);
    await page.getByText('Handoffs between agents are switched off in this organization').waitFor();
    await page.goto(`/o/${org}/settings/organization`);
    await page.getByRole('switch', { name: 'Agents may hand work over to each other' }).click();
    await page.getByText('Organization saved.').waitFor();
    expect(await look(page, 'organization')).toEqual([]);
    await page.goto(`/o/${org}/agents`);
    await page
      .getByRole('link', { name: /Coordinator/ })
      .first()
      .click();
    await page.getByRole('switch', { name: 'Takes part in handoffs' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Agent saved.').waitFor();

    await page.goto(`/o/${org}/teams/announcers`);
    await startRun(page);
    await page.waitForURL(/\/runs\//);
    await ended(page);
    await runStatus(page, 'completed').waitFor();
    await page.getByText('3 of 12 handoffs used').waitFor();
    expect(await look(page, 'handoff-run')).toEqual([]);
    const facts = await expectWholeJournal(place, page);
    const accepted = facts.flatMap((fact) => (fact.type === 'handoff.accepted' ? [fact.to] : []));
    expect(accepted).toEqual(['review', 'write', 'review']);
    await page.getByText('“Review” wants to hand over to “Write”').waitFor();

    await page.goto(`/o/${org}/teams/announcers`);
    await startRun(page);
    await page.waitForURL(/\/runs\//);
    await page.getByRole('button', { name: 'Hand over' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: /Print/ }).click();
    await dialog.getByLabel('What for').fill('Print it as it is');
    await shoot(page, 'handoff-dialog');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('The turn was handed over.').waitFor();
    await page.getByText('Print it as it is').first().waitFor();
    await ended(page);
    const forced = (await expectWholeJournal(place, page)).filter(
      (fact) => fact.type === 'handoff.accepted' && fact.by !== undefined,
    );
    expect(forced).toMatchObject([{ to: 'print', reason: 'Print it as it is' }]);
  });
});
