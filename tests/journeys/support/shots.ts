import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join('tests', 'journeys', 'shots');

/** A picture of the page for people to look at; nothing is compared with it. */
export async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage });
}
