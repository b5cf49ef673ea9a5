import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { ended } from './support/run-page';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

/** A picture of one pixel. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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
    // What is looked at goes at once, however long the next one takes.
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/file\.read/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.getByRole('button', { name: /attachments\// }).click();
    await page.getByRole('heading', { name: /attachments\// }).waitFor();
    expect(await page.getByText('Demo model: this text is made from your goal').count()).toBe(0);
    answer();
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.unroute(/file\.read/);
    await page.getByText('39 bytes').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /Download attachments/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/notes\.txt$/);

    await page.getByLabel('Attach a file').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: Buffer.from(DOT, 'base64'),
    });
    await page.getByRole('button', { name: /attachments\/dot\.png/ }).click();
    const picture = page.getByRole('img', { name: 'The picture attachments/dot.png' });
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(1);

    await page.getByLabel('Attach a file').setInputFiles({
      name: 'page.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<!doctype html><p>x'),
    });
    await page.getByText('Files of this kind are not taken.').waitFor();
    expect(await look(page, 'files')).toEqual([]);
    expect(ada.complaints().filter((text) => !/415/.test(text))).toEqual([]);
  });

  it('that were chosen before a start hold it until they are there, and say which were refused (T-106)', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const team = await makePipeline(place, ada, org, { titles: ['Draft'] });
    await page.goto(`/o/${org}/teams/${team.slug}`);
    await page.getByRole('button', { name: 'Start run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Goal').fill('Look at the picture');
    const chosen = dialog.getByLabel('Attach files', { exact: true }).first();
    await chosen.setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
    ]);
    await dialog.getByText('An empty file cannot be attached.').waitFor();
    await chosen.setInputFiles({
      name: 'claims.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await dialog.getByRole('button', { name: 'Do not attach claims.png' }).waitFor();
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\//);
    await page.getByText('Not attached: claims.png.').waitFor();
    await page.getByText('It waits for its files and nobody works yet.').waitFor();
    expect(await look(page, 'run-awaits-files')).toEqual([]);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: /attachments\/dot\.png/ }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await ended(page);
    expect(ada.complaints().filter((text) => !/415/.test(text))).toEqual([]);
  });
});
