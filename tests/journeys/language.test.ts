import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { arriveSignedIn, fillSignIn, newPerson } from './support/account';
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
  it('changes the run’s page between English and Russian at once and is the chosen one in every browser of the person', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const person = newPerson();
    const org = await arriveSignedIn(place, ada, person);
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

    const elsewhere = await newVisitor(place);
    await elsewhere.page.goto(`/sign-in?next=${new URL(page.url()).pathname}`);
    await fillSignIn(elsewhere.page, person);
    await elsewhere.page.getByRole('tab', { name: /^Журнал/ }).waitFor();

    await choose(page, /Ada Vale/, 'English');
    await page.getByRole('tab', { name: /^Log/ }).waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('tab', { name: /^Log/ }).waitFor();
    expect([...ada.complaints(), ...elsewhere.complaints()]).toEqual([]);
  });
});

describe('a new account', () => {
  it('speaks the language in which its person signed up', async () => {
    const mila = await newVisitor(place, { locale: 'ru-RU' });
    const { page } = mila;
    const person = newPerson();
    await page.goto('/sign-up');
    await page.getByLabel('Ваше имя').fill(person.name);
    await page.getByLabel('Эл. почта').fill(person.email);
    await page.getByLabel('Пароль').fill(person.password);
    await page.getByLabel('Организация').fill(person.organization);
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.waitForURL(/\/o\/[^/]+$/);
    const abroad = await newVisitor(place, { storageState: await mila.context.storageState() });
    await abroad.page.goto('/o');
    await abroad.page.locator('html[lang="ru"]').waitFor();
    expect([...mila.complaints(), ...abroad.complaints()]).toEqual([]);
  });
});
