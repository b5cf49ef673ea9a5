import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { shoot } from './shots';

const WIDTHS = [1440, 390];
const THEMES = ['light', 'dark'] as const;

/** Pictures of the page in both themes and widths; answers what does not fit or cannot be read, in each. */
export async function look(page: Page, name: string): Promise<string[]> {
  const found = new Set<string>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await shoot(page, `${name}-${theme}-${width}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical')
          found.add(`${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    if (wider) found.add(`wider than ${width} px`);
  }
  await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
  return [...found];
}
