import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { ended } from './support/run-page';
import { makePipeline } from './support/teams';
import { newVisitor } from './support/visitor';

/** The demo model answers in one piece: what is measured is ours. */
const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

const STARTS = 21;
const BOUND_MS = 1_500;
/** On a machine that is busy with other things only this is held; the figure is printed all the same. */
const BUSY = { load: 3, boundMs: 5_000 };

const p95 = (sorted: number[]): number => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;

/** From the press of the button to the first fact on the run's page, by the browser's own clock, in ms. */
async function startToFirstFact(page: Page): Promise<number> {
  await page.evaluate(() => {
    const pressed = (event: Event) => {
      const button = (event.target as Element).closest('[role="dialog"] button[type="submit"]');
      if (button) Object.assign(window, { pressedAt: performance.now() });
    };
    document.addEventListener('click', pressed, true);
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Start run' }).click();
  // The Log tab counts the facts that the page has.
  const shown = await page.waitForFunction(() => {
    const tab = [...document.querySelectorAll('[role="tab"]')].find((one) =>
      /^Log\s*[1-9]/.test(one.textContent ?? ''),
    );
    return tab && performance.now() - (window as unknown as { pressedAt: number }).pressedAt;
  });
  return (await shown.jsonValue()) || 0;
}

describe('a start', () => {
  it('shows its first fact within 1.5 s of the press of the button, p95 over 21 starts (5 s when the load is 3 or more)', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const team = await makePipeline(place, ada, org, { titles: ['Answer'] });
    const taken: number[] = [];
    for (let start = 1; start <= STARTS; start += 1) {
      await page.goto(`/o/${org}/teams/${team.slug}?start=1`);
      await page.getByRole('dialog').getByLabel('Goal').fill(`Start number ${start}`);
      taken.push(await startToFirstFact(page));
      await ended(page);
    }
    taken.sort((a, b) => a - b);
    const load = loadavg()[0] ?? 0;
    const median = taken[Math.floor(STARTS / 2)] ?? 0;
    console.log(
      `first fact after the press: p50 ${median.toFixed(0)} ms, p95 ${p95(taken).toFixed(0)} ms, longest ${taken.at(-1)?.toFixed(0)} ms (load ${load.toFixed(1)})`,
    );
    expect(p95(taken)).toBeLessThanOrEqual(load < BUSY.load ? BOUND_MS : BUSY.boundMs);
    expect(ada.complaints()).toEqual([]);
  });
});
