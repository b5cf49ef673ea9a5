import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Place } from './place';
import { shoot } from './shots';

const DESKTOP = { width: 1440, height: 900 };

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Errors of pages and console, and requests to any other host, since the last time this was asked. */
  complaints(): string[];
  /** Clicks of this person on the current page and those before it. */
  clicks(): Promise<number>;
};

/** A browser window of a person's own, closed after the test. */
export async function newVisitor(place: Place, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await place.browser.newContext({
    baseURL: place.url,
    viewport: DESKTOP,
    locale: 'en-US',
    ...options,
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      for (const page of context.pages()) await shoot(page, `failed-${Date.now()}`).catch(() => {});
    }
    await context.close();
  });
  context.setDefaultTimeout(30_000);
  context.setDefaultNavigationTimeout(60_000);
  let found: string[] = [];
  let clicks = 0;
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => found.push(`page: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== place.url) found.push(`request to ${request.url()}`);
  });
  await context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    document.addEventListener('click', (event) => event.isTrusted && countClick(), true);
  });
  return {
    page: await context.newPage(),
    context,
    complaints: () => {
      const all = found;
      found = [];
      return all;
    },
    clicks: async () => clicks,
  };
}
