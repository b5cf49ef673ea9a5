import type { Locator, Page } from 'playwright-core';

/** A slot's part of the team's form. */
export const slot = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

/** The next slot of the form gets a title and the only agent there is. */
export async function fillSlot(page: Page, number: number, title: string): Promise<void> {
  if ((await slot(page, `Slot ${number}`).count()) === 0)
    await page.getByRole('button', { name: 'Add a slot' }).click();
  const group = slot(page, `Slot ${number}`);
  const agent = group.getByLabel('Agent', { exact: true });
  if (!(await agent.textContent())?.includes('Coordinator')) {
    await agent.click();
    await page.getByRole('option', { name: /Coordinator/ }).click();
  }
  await group.getByLabel('Title').fill(title);
}
