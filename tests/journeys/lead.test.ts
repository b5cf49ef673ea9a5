import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, showStep } from './support/run-page';
import { shoot } from './support/shots';
import { fillSlot, slot } from './support/team-form';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '5' } });

async function openForm(name: string, protocol: string): Promise<Page> {
  const visitor = await newVisitor(place, { reducedMotion: 'reduce' });
  const org = await arriveSignedIn(place, visitor);
  const { page } = visitor;
  await page.goto(`/o/${org}/teams/new`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('radio', { name: protocol }).click();
  return page;
}

async function startFromForm(page: Page, goal: string): Promise<void> {
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByRole('button', { name: 'Start run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Goal').fill(goal);
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(/\/runs\//);
}

const node = (page: Page, name: RegExp): Locator =>
  page.getByRole('region', { name: 'Steps and dependencies' }).getByRole('button', { name });

describe('a team with a lead', () => {
  it('is made in the form, where its lead is allowed to delegate, and its run shows who gave work to whom (T-43, T-44)', async () => {
    const page = await openForm('Editors', 'Lead and workers');
    await fillSlot(page, 1, 'Editor');
    for (const [at, title] of ['Facts', 'Words', 'Layout'].entries()) await fillSlot(page, at + 2, title);
    await slot(page, 'Editor').getByText('Lead', { exact: true }).waitFor();
    await page.getByText('Coordinator may not delegate yet').waitFor();
    expect(await look(page, 'lead-form')).toEqual([]);
    await page.getByRole('button', { name: 'Let Coordinator delegate' }).click();
    await page.getByText('Coordinator may not delegate yet').waitFor({ state: 'hidden' });
    await slot(page, 'Facts').getByRole('switch', { name: /leads/ }).click();
    await page.getByText('“Facts” leads').waitFor();
    expect(await slot(page, 'Editor').getByRole('switch', { name: /leads/ }).isChecked()).toBe(false);
    await slot(page, 'Editor').getByRole('switch', { name: /leads/ }).click();
    await startFromForm(page, 'A guide to the tides of Emden');
    await ended(page);
    for (const name of [/Editor/, /Facts: part-1/, /Words: part-2/, /Layout: part-3/])
      await node(page, name).waitFor();
    await page.getByRole('article', { name: 'Editor' }).waitFor();
    await showStep(page, /Words: part-2/);
    await page.getByText('What this step was asked to do').click();
    await page.getByText('Task, given by “Editor”').waitFor();
    expect(await look(page, 'lead-run')).toEqual([]);
    const facts = await expectWholeJournal(place, page);
    expect(facts.filter(({ type }) => type === 'delegation.completed')).toHaveLength(3);
    await page.getByText('“Editor” gives “Words: part-2” to Coordinator').waitFor();
  });
});

describe('a team that is a graph', () => {
  it('is told of a cycle at the slot that closes it, and runs once that is gone (T-4, T-41)', async () => {
    const page = await openForm('Graph', 'Graph');
    await fillSlot(page, 1, 'Find');
    await fillSlot(page, 2, 'Write');
    const waits = (name: string, on: string) => slot(page, name).getByRole('checkbox', { name: on });
    await waits('Write', 'Find').check();
    await waits('Find', 'Write').check();
    await page.getByRole('button', { name: 'Create team' }).click();
    await slot(page, 'Find').getByRole('alert').getByText('These steps wait for each other').waitFor();
    await shoot(page, 'graph-cycle');
    await waits('Find', 'Write').uncheck();
    await startFromForm(page, 'A guide to the tides of Emden');
    await ended(page);
    await node(page, /Find/).waitFor();
    await node(page, /Write/).waitFor();
    const facts = await expectWholeJournal(place, page);
    const done = facts.flatMap((fact) => (fact.type === 'plan.task.completed' ? [fact.stepId] : []));
    expect(done).toEqual(['find', 'write']);
  });
});

describe('a team that fans out', () => {
  it('is made in the form, and its last slot joins what the others delivered (T-42)', async () => {
    const page = await openForm('Fan', 'Fan-out');
    for (const [at, title] of ['North', 'South', 'Join'].entries()) await fillSlot(page, at + 1, title);
    await startFromForm(page, 'A guide to the tides of Emden');
    await ended(page);
    expect(await look(page, 'fan-out-run')).toEqual([]);
    const facts = await expectWholeJournal(place, page);
    const done = facts.flatMap((fact) => (fact.type === 'plan.task.completed' ? [fact.stepId] : []));
    expect(done.at(-1)).toBe('join');
    expect(done).toHaveLength(3);
  });
});
