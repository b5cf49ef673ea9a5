import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeOpenAI } from '../support/fake-openai';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, runStatus } from './support/run-page';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace();
const server = await fakeOpenAI({ wordDelayMs: 0, textChars: 300 });
afterAll(() => server.close());

const gate = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

describe('a run that waits for people', () => {
  it('is found in the inbox, decided by keyboard, answered on its page, paused, sent back and approved', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const approval = { Draft: { before: true }, Check: { after: true } };
    const team = await makePipeline(place, ada, org, { titles: ['Draft', 'Check'], model: server, approval });
    const question = { name: 'ask_user', args: { question: 'Which colour shall the poster have?' } };
    server.script(({ trace: { step, ordinal } }) =>
      step === 'draft' && ordinal === 1 ? { toolCalls: [question] } : { text: `A poster by ${step}` },
    );
    await page.goto(`/o/${org}/approvals`);
    await page.getByText('Nothing waits for you').waitFor();
    const runId = await startRun(place, ada, org, { teamId: team.id, goal: 'Make a poster' });

    await page.goto(`/o/${org}`);
    await page.getByTestId('waiting-count').first().waitFor();
    await page.getByTestId('decisions').getByText('Make a poster').waitFor();
    expect(await look(page, 'home-decisions')).toEqual([]);
    await page.locator('#content').focus();
    await page.keyboard.press('i');
    await page.waitForURL(/\/approvals$/);
    const before = gate(page, '“Draft” asks for approval to start');
    await before.waitFor();
    expect(await look(page, 'approvals')).toEqual([]);
    await before.getByRole('button', { name: 'Deny' }).click();
    await before.getByText('Say why: whoever works on it again has to know.').waitFor();
    expect(await before.getByLabel('Words').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing waits for you').waitFor();

    await page.goto(`/o/${org}/runs/${runId}`);
    const asked = gate(page, '“Draft” has a question');
    await asked.getByText('Which colour shall the poster have?').waitFor();
    await runStatus(page, 'waiting').waitFor();
    expect(await look(page, 'run-waiting')).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await runStatus(page, 'paused').waitFor();
    await page.getByText('Paused by Ada Vale').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await runStatus(page, 'waiting').waitFor();
    await asked.getByLabel('Answer').fill('Blue');
    await page.keyboard.press('Control+Enter');

    const after = gate(page, '“Check” asks for approval of its output');
    await after.getByText('A poster by check').waitFor();
    await page.getByRole('article', { name: 'Check', exact: true }).getByText('Its output waits').waitFor();
    await after.getByLabel('Words').fill('Name the date');
    await after.getByRole('button', { name: 'Deny' }).click();
    await after.getByText('Round 2').waitFor();
    expect(await look(page, 'run-approval')).toEqual([]);
    await after.getByRole('button', { name: 'Approve' }).click();
    await runStatus(page, 'completed').waitFor();
    await ended(page);

    expect(server.calls.map(({ trace }) => trace.step)).toEqual(['draft', 'draft', 'check', 'check']);
    const facts = await expectWholeJournal(place, page);
    const decided = facts.flatMap((fact) => (fact.type === 'approval.resolved' ? [fact.decision] : []));
    expect(decided).toEqual(['approved', 'answered', 'denied', 'approved']);
    await page.getByText('Ada Vale denied: Name the date').waitFor();
    expect(ada.complaints()).toEqual([]);
  });
});
