import type { Fact } from '@domain/run/fact';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { factsOf } from '../../support/journal';
import type { Place } from './place';

export const runIdOf = (page: Page): string => /\/runs\/([\w-]+)/.exec(page.url())?.[1] ?? '';

/** What an element says. */
export const textOf = async (element: Locator): Promise<string> => (await element.textContent()) ?? '';

/** The status in the run's header. */
export const runStatus = (page: Page, status: string) =>
  page.locator(`header [data-status="${status}"]`).first();

/** Waits until the page has heard everything there is to hear. */
export const ended = (page: Page, timeout = 120_000): Promise<void> =>
  page.locator('[data-testid="live"][data-connection="ended"]').waitFor({ timeout });

/** Waits until the step that is shown has text on the page that was not there before it ran. */
export const streams = (page: Page): Promise<void> =>
  page.getByTestId('stream').locator(':is(p, h1, h2, h3, li):not(:empty)').first().waitFor();

/** Chooses one round of a step in the list of steps. */
export const showStep = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name }).first().click();

/** The sequence numbers that the Log tab shows, top to bottom. */
export async function loggedSeqs(page: Page): Promise<number[]> {
  await page.getByRole('tab', { name: /^Log/ }).click();
  const lines = page.getByRole('region', { name: 'Log' }).locator('li[data-seq]');
  await lines.first().waitFor();
  return lines.evaluateAll((all) => all.map((line) => Number(line.getAttribute('data-seq'))));
}

/** The page shows the journal of its run: every fact once, 1..n, none missing at either end. @returns the journal. */
export async function expectWholeJournal(place: Place, page: Page): Promise<Fact[]> {
  const facts = await factsOf(place.db, runIdOf(page));
  expect(facts.at(-1)?.type).toBe('run.closed');
  expect(await loggedSeqs(page)).toEqual(facts.map((_, index) => index + 1));
  return facts;
}
