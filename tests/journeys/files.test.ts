import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { shoot } from './support/shots';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

describe('the files of a run', () => {
  it('are looked at, downloaded and added to on its page while it goes on (T-106, T-109)', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const approval = { Check: { before: true } };
    const team = await makePipeline(place, ada, org, { titles: ['Draft', 'Check'], approval });
    const runId = await startRun(place, ada, org, { teamId: team.id, goal: 'Keep a file' });
    await page.goto(`/o/${org}/runs/${runId}`);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: /contracts\/draft\.md/ }).waitFor();
    await page.getByRole('heading', { name: 'contracts/draft.md' }).waitFor();
    await page.getByText('Demo model: this text is made from your goal').waitFor();

    await page.getByLabel('Attach a file').setInputFiles({
      name: '<b>notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('<script>alert(1)</script>\nTide at four.'),
    });
    await page.getByText(/is among the run’s files/).waitFor();
    await page.getByRole('button', { name: /attachments\// }).click();
    await page.getByText('<script>alert(1)</script>').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /Download attachments/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/notes\.txt$/);

    await page.getByLabel('Attach a file').setInputFiles({
      name: 'page.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<!doctype html><p>x'),
    });
    await page.getByText('Files of this kind are not taken.').waitFor();
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await shoot(page, `files-${theme}-${width}`);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
    expect(ada.complaints().filter((text) => !/415/.test(text))).toEqual([]);
  });
});
