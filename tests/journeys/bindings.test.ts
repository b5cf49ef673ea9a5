import { describe, expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { procedures } from './support/procedure';
import { ended, runIdOf } from './support/run-page';
import { shoot } from './support/shots';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

type Row = { id: string; slug: string };

describe('a slot that is filled by whoever fits', () => {
  it('is made in the form; the start says what is missing, then lets a person choose, and the run shows who it was (T-63, T-66, T-68)', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const { query, mutate } = procedures(place, ada, org);
    const [demo] = (await query<{ items: Row[] }>('provider.list')).items;
    const agent = (name: string, skills: string[]) =>
      mutate<Row>('agent.create', { name, role: 'Works', providerId: demo?.id, model: 'demo', skills });

    await page.goto(`/o/${org}/teams/new`);
    await page.getByLabel('Name', { exact: true }).fill('Lawyers');
    await page.getByRole('radio', { name: 'Pipeline' }).click();
    const slot = page.getByRole('group', { name: 'Slot 1', exact: true });
    await slot.getByLabel('Title').fill('Advise');
    const advise = page.getByRole('group', { name: 'Advise', exact: true });
    await advise.getByText('Whoever fits').click();
    await advise.getByLabel('Must know').fill('maritime law');
    await shoot(page, 'binding-form');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('button', { name: 'Start run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 slot needs an agent').waitFor();
    await dialog.getByText('Required: maritime law.').waitFor();
    await shoot(page, 'binding-nobody', false);

    const [una, vic] = [await agent('Una', ['maritime law']), await agent('Vic', ['maritime law', 'tides'])];
    await page.reload();
    await dialog.getByText('Several fit: choose one.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'binding-several-390', false);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByLabel('Goal').fill('Who owns the wreck?');
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await dialog.getByText('Several agents fit a slot: choose one.').waitFor();
    await dialog.getByLabel('Agent for Advise').click();
    await page.getByRole('option', { name: /Vic/ }).click();
    await dialog.getByText('Your choice.').waitFor();
    await dialog.getByText('The slot has its agent').waitFor();
    await shoot(page, 'binding-chosen', false);
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\//);
    await ended(page);
    const bound = (await factsOf(place.db, runIdOf(page))).filter((fact) => fact.type === 'slot.bound');
    expect(bound).toMatchObject([{ agentId: vic.id, mode: 'override' }]);
    expect(bound).not.toMatchObject([{ agentId: una.id }]);
    await page.getByText('Vic').first().waitFor();
    expect(ada.complaints().filter((text) => !/409/.test(text))).toEqual([]);
  });
});
