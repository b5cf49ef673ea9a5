import { afterAll, describe, expect, it } from 'vitest';
import { fakeOpenAI } from '../support/fake-openai';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, runStatus, showStep, streams, textOf } from './support/run-page';
import { shoot } from './support/shots';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace();
const server = await fakeOpenAI({ wordDelayMs: 150, textChars: 20_000 });
afterAll(() => server.close());

/** From the acknowledgement of a stop to the model server's closed socket, in ms. */
const SOCKET_MS = 1_000;

describe('Stop', () => {
  it('ends the run, closes the socket to the model within a second, and shows the receipt', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const team = await makePipeline(place, ada, org, { titles: ['Draft', 'Check'], model: server });
    const runId = await startRun(place, ada, org, { teamId: team.id, goal: 'Write for ever' });
    await page.goto(`/o/${org}/runs/${runId}`);
    await streams(page);

    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The goal was wrong');
    await shoot(page, '40-stop-dialog', false);
    const acknowledged = page.waitForResponse(/run\.cancel/).then(() => Date.now());
    const closed = server.when(() => server.counts().aborted === 1).then(() => Date.now());
    await dialog.getByRole('button', { name: 'Stop run' }).click();
    expect((await closed) - (await acknowledged)).toBeLessThan(SOCKET_MS);

    await runStatus(page, 'cancelled').waitFor();
    await ended(page);
    const receipt = page.getByTestId('receipt');
    await receipt.getByRole('row', { name: /Draft/ }).waitFor();
    expect(await textOf(receipt)).toContain('Reason: The goal was wrong');
    await showStep(page, /Check.*Never started|Never started.*Check/s);
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
    await shoot(page, '41-stopped');
    expect(server.counts()).toMatchObject({ calls: 1, aborted: 1, open: 0 });

    const facts = await expectWholeJournal(place, page);
    const cancelled = facts.findIndex(({ type }) => type === 'run.cancelled');
    expect(facts.slice(cancelled).some(({ type }) => type === 'plan.task.started')).toBe(false);
    expect(ada.complaints()).toEqual([]);
  });
});
