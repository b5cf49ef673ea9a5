import { describe, expect, it } from 'vitest';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { procedures } from './support/procedure';
import { ended, runIdOf } from './support/run-page';
import { shoot } from './support/shots';
import { fillSlot, slot } from './support/team-form';
import { makePipeline } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

type Version = { manifest: { slots: { contract: { schema?: object } }[] } };

const NESTED = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    pages: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
  },
  required: ['title'],
};

describe('the fields of a delivery', () => {
  it('are listed in the team’s form, kept in their order, and what the run delivers is checked and shown by them (T-109)', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    await page.goto(`/o/${org}/teams/new`);
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    await page.getByRole('radio', { name: 'Pipeline' }).click();
    await slot(page, 'Slot 1').getByLabel('Title').fill('Report');
    const report = slot(page, 'Report');
    await report.getByRole('button', { name: 'Add a field' }).click();
    // By keyboard alone: a name, the next field, and back up.
    await page.keyboard.type('headline');
    await page.keyboard.press('Enter');
    await page.keyboard.type('wind speed');
    await page.keyboard.press('Enter');
    await page.keyboard.type('mood');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    const names = () =>
      report.getByLabel('Name').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(await names()).toEqual(['mood', 'headline', 'wind_speed']);
    const field = (name: string) => report.getByRole('group', { name, exact: true });
    const kind = async (name: string, option: string) => {
      await field(name).getByLabel('Kind').click();
      await page.getByRole('option', { name: option }).click();
    };
    await kind('mood', 'One of several');
    await kind('wind_speed', 'Number');
    await field('headline').getByLabel('Description').fill('One line');
    await field('headline').getByRole('button', { name: 'Move headline down' }).click();
    expect(await names()).toEqual(['mood', 'wind_speed', 'headline']);

    // A choice of nothing is told where it stands, and nothing is lost.
    await page.getByRole('button', { name: 'Create team' }).click();
    await report.getByText('Add at least one choice').waitFor();
    expect(await look(page, 'contract-fields')).toEqual([]);
    await field('mood').getByLabel('Choices').fill('calm, stormy');
    await fillSlot(page, 2, 'Read');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.waitForURL(/\/teams\/harbour/);
    await page.getByText('wind_speed').waitFor();

    await page.getByRole('button', { name: 'Start run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Goal').fill('How was the harbour?');
    await dialog
      .getByLabel('Attach files', { exact: true })
      .first()
      .setInputFiles([
        { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('Calm until four, then a gale.') },
        { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
      ]);
    await dialog.getByText('29 bytes').waitFor();
    await dialog.getByText('Files of this kind are not taken.').waitFor();
    await shoot(page, 'start-files', false);
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\//);
    await ended(page);

    await page.getByRole('tab', { name: /^Output/ }).click();
    const output = page.getByRole('article', { name: 'Report' });
    await output.getByText('Matches its schema').waitFor();
    await output.getByText('calm', { exact: true }).waitFor();
    expect(await output.locator('dt').allTextContents()).toEqual(['mood', 'wind_speed', 'headline']);
    expect(await output.textContent()).not.toContain('{');
    expect(await look(page, 'contract-output')).toEqual([]);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: /attachments\/log\.txt/ }).waitFor();
    const { rows } = await place.db.admin.query(
      `SELECT type FROM fact WHERE run_id = $1 AND type ~ '^run[.](paused|resumed)|task.started' ORDER BY seq`,
      [runIdOf(page)],
    );
    expect(rows.map(({ type }) => type).slice(0, 3)).toEqual([
      'run.paused',
      'run.resumed',
      'plan.task.started',
    ]);

    // What is put into other words is put so field by field.
    await page.getByRole('button', { name: /contracts\/report\.json/ }).click();
    await page.locator('dt', { hasText: 'wind_speed' }).waitFor();
    await page.getByRole('button', { name: 'Re-run', exact: true }).click();
    await dialog.getByLabel('Begin at').click();
    await page.getByRole('option', { name: 'Read' }).click();
    await dialog.getByText('mood: calm · wind_speed: 0').waitFor();
    await dialog.getByRole('button', { name: 'Edit Report' }).click();
    await dialog.getByLabel('mood').click();
    await page.getByRole('option', { name: 'stormy' }).click();
    await dialog.getByLabel('wind_speed').fill('much');
    await dialog.getByText('This is no number').waitFor();
    await dialog.getByLabel('wind_speed').fill('7.5');
    expect(await look(page, 'edited-fields')).toEqual([]);
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.getByTestId('lineage').waitFor();
    await ended(page);
    await page.getByRole('tab', { name: /^Output/ }).click();
    await output.getByText('stormy', { exact: true }).waitFor();
    await output.getByText('7.5', { exact: true }).waitFor();
    expect(ada.complaints().filter((text) => !/422/.test(text))).toEqual([]);
  });

  it('leave a schema that they cannot show as it is, through a draft, until a person replaces it', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const { query } = procedures(place, ada, org);
    const team = await makePipeline(place, ada, org, { titles: ['Book'], schema: { Book: NESTED } });
    const schemaOf = async () =>
      (await query<Version>('version.get', { teamId: team.id, version: 2 })).manifest.slots[0]?.contract
        .schema;
    await page.goto(`/o/${org}/teams/${team.slug}/edit`);
    const book = slot(page, 'Book');
    await book.getByText('Custom schema, 2 fields, kept as it is').waitFor();
    await book.getByLabel('Title').fill('');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    const unnamed = slot(page, 'Slot 1');
    await unnamed.getByText('Custom schema, 2 fields, kept as it is').waitFor();
    await unnamed.getByLabel('Title').fill('Novel');
    const novel = slot(page, 'Novel');
    await novel.getByRole('button', { name: 'Replace it by fields' }).click();
    await novel.getByRole('button', { name: 'Back to the custom schema' }).click();
    await page.getByRole('button', { name: 'Propose version' }).click();
    await page.waitForURL(/tab=versions/);
    expect(await schemaOf()).toEqual(NESTED);
    expect(ada.complaints()).toEqual([]);
  });

  it('are edited in Russian on a telephone as well', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    await page.goto(`/o/${org}/teams/new`);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('radio', { name: /Конвейер/ }).click();
    const first = slot(page, 'Слот 1');
    await first.getByRole('button', { name: 'Добавить поле' }).click();
    await page.keyboard.type('погода');
    await page.keyboard.press('Tab');
    await first.getByText(/Латинские буквы/).waitFor();
    await first.getByRole('group', { name: 'погода' }).scrollIntoViewIfNeeded();
    await shoot(page, 'contract-fields-ru-390', false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    expect(ada.complaints()).toEqual([]);
  });
});
