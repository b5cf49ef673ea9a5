import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeOpenAI } from '../support/fake-openai';
import { newPerson, signUp } from './support/account';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, runIdOf, runStatus, textOf } from './support/run-page';
import { shoot } from './support/shots';
import { newVisitor } from './support/visitor';

const KEY = 'key-of-our-own-server';
const place = await openPlace();
const server = await fakeOpenAI({ apiKey: KEY, wordDelayMs: 10, textChars: 700 });
afterAll(() => server.close());

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).click();
}

/** What a card of the form asks of each slot. */
const SLOTS = [
  { title: 'Collect', responsibility: 'Collect the facts', contract: 'A list of facts' },
  { title: 'Write', responsibility: 'Write the report', contract: 'A report of one page' },
];

describe('a team of one’s own on a model server of one’s own', () => {
  it('runs as a pipeline of two slots, and its cost on the page is what the ledger says (T-55, T-129)', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await signUp(page, newPerson());
    const dialog = page.getByRole('dialog');

    await page
      .getByRole('link', { name: 'Add a provider' })
      .or(page.getByRole('link', { name: 'Model providers' }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Add provider' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Our server');
    await dialog.getByLabel('Base URL').fill(server.url);
    await dialog.getByLabel('API key').fill(KEY);
    await dialog.getByLabel('Model', { exact: true }).fill('fake');
    await dialog.getByLabel('Input, $').fill('3');
    await dialog.getByLabel('Output, $').fill('15');
    await shoot(page, '20-provider-form', false);
    await dialog.getByRole('button', { name: 'Save provider' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Test' }).last().click();
    await page.getByText(/^fake answered in/).waitFor();
    expect(await page.content()).not.toContain(KEY);
    await shoot(page, '21-providers');
    const tested = server.calls.length;

    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('link', { name: 'New agent' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Robin');
    await page.getByLabel('Role', { exact: true }).fill('Researches and writes');
    await choose(page, page.getByLabel('Provider'), 'Our server');
    await shoot(page, '22-agent-new');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Robin' }).waitFor();

    await page.getByRole('link', { name: 'New team' }).first().click();
    await page.getByRole('button', { name: /^Blank/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('Reports');
    await page.getByRole('radio', { name: /Pipeline/ }).click();
    await page.getByRole('button', { name: 'Add a slot' }).click();
    for (const [index, slot] of SLOTS.entries()) {
      const card = page.getByRole('list', { name: 'Slots' }).getByRole('listitem').nth(index);
      await card.getByLabel('Title').fill(slot.title);
      await card.getByLabel('Responsibility').fill(slot.responsibility);
      await card.getByLabel('Contract').fill(slot.contract);
      await choose(page, card.getByLabel('Agent', { exact: true }), 'Robin');
    }
    await shoot(page, '23-team-pipeline');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('button', { name: 'Start run' }).click();
    await dialog.getByLabel('Goal').fill('A report on the bees of our garden');
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\//);
    await ended(page);
    await runStatus(page, 'completed').waitFor();
    await page.getByTestId('contract').getByText('Every part of the work stands here').first().waitFor();
    await shoot(page, '24-pipeline-completed');

    const { rows } = await place.db.admin.query(
      `SELECT r.spent_micros AS run, r.input_tokens + r.output_tokens AS tokens,
              (SELECT sum(cost_micros) FROM model_call c WHERE c.run_id = r.id) AS ledger
       FROM run r WHERE r.id = $1`,
      [runIdOf(page)],
    );
    const calls = server.calls.slice(tested);
    const sum = (of: 'input' | 'output') => calls.reduce((all, call) => all + call.tokens[of], 0);
    expect(calls.map(({ trace }) => trace.step)).toHaveLength(2);
    expect(Number(rows[0].tokens)).toBe(sum('input') + sum('output'));
    expect(Number(rows[0].ledger)).toBe(sum('input') * 3 + sum('output') * 15);
    expect(Number(rows[0].run)).toBe(Number(rows[0].ledger));
    const shown = await textOf(page.getByTestId('cost'));
    expect(Number(shown.replace('$', ''))).toBeGreaterThan(0);
    expect(Number(shown.replace('$', ''))).toBeCloseTo(Number(rows[0].ledger) / 1_000_000, 3);

    const facts = await expectWholeJournal(place, page);
    const moves = facts.map(({ type }) => type).filter((type) => /^(run|team|plan)\./.test(type));
    const step = ['plan.task.ready', 'plan.task.started', 'plan.task.completed'];
    expect(moves).toEqual([
      ...['run.started', 'team.started', 'plan.created', ...step, ...step],
      ...['team.completed', 'run.completed', 'run.closed'],
    ]);
    await page.goto(`/o/${org}/runs`);
    await page.getByRole('row', { name: /bees/ }).getByText(shown).waitFor();
    expect(ada.complaints()).toEqual([]);
  });
});
