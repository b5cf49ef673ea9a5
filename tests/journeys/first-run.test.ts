import { describe, expect, it } from 'vitest';
import { newPerson, signUp } from './support/account';
import { openPlace } from './support/place';
import { ended, expectWholeJournal, runIdOf, runStatus, showStep, streams, textOf } from './support/run-page';
import { shoot } from './support/shots';
import { newVisitor } from './support/visitor';

/** Slow enough to reload and look around while a step writes. */
const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '30' } });

const GOAL = `Write the welcome letter for new members of our allotment garden.
- Opening hours of the gate
- Who to call when the water fails
- The rule about bonfires`;

describe('the first run', () => {
  it('goes from sign-up to a rejected, reworked and accepted delivery, watched live through a reload and by a second browser (T-35, T-56, T-127)', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    await page.goto('/');
    await shoot(page, '01-landing');
    const org = await signUp(page, newPerson('Allotment Garden'));
    const signedUp = { at: Date.now(), clicks: await ada.clicks() };
    await page.getByRole('link', { name: 'Use the template' }).waitFor();
    await shoot(page, '02-home-empty');

    await page.getByRole('link', { name: 'Use the template' }).click();
    const gate = page.getByRole('group', { name: 'QA gate' });
    await gate.waitFor();
    await shoot(page, '03-team-template');
    await gate.getByRole('button', { name: 'Create an agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Quinn');
    await dialog.getByLabel('Role', { exact: true }).fill('Checks deliveries');
    await shoot(page, '04-agent-dialog', false);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await gate.getByText('Quinn').waitFor();
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('button', { name: 'Start run' }).click();
    await dialog.getByLabel('Goal').and(page.locator(':focus')).fill(GOAL);
    await shoot(page, '05-start-dialog', false);
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\//);
    expect((await ada.clicks()) - signedUp.clicks).toBeLessThanOrEqual(6);

    await streams(page);
    const [title = '', ...points] = GOAL.split('\n');
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.getByText('The whole goal').click();
    await page.getByText(points.join('\n')).waitFor();
    await shoot(page, '06-run-first-words');
    const second = await newVisitor(place, { storageState: await ada.context.storageState() });
    await second.page.goto(page.url());
    await streams(second.page);
    await page.reload();
    await runStatus(page, 'running').waitFor();
    await streams(page);

    const rejection = page.getByTestId('rejection').first();
    await rejection.waitFor({ timeout: 60_000 });
    const issues = await textOf(rejection);
    expect(await textOf(page.getByTestId('tokens'))).not.toBe('0');
    await shoot(page, '07-run-rework');

    await Promise.all([ended(page), ended(second.page)]);
    expect(Date.now() - signedUp.at).toBeLessThanOrEqual(120_000);
    await runStatus(page, 'completed').waitFor();
    await page.getByTestId('acceptance').waitFor();
    const contract = page.getByTestId('contract');
    await contract.getByText('Opening hours of the gate').first().waitFor();
    await shoot(page, '08-run-completed');

    const { rows } = await place.db.admin.query(
      `SELECT r.goal, r.team_version, r.input_tokens + r.output_tokens AS tokens, r.spent_micros, p.name AS project,
              o.slug AS org
       FROM run r JOIN project p ON p.org_id = r.org_id AND p.id = r.project_id
                  JOIN organization o ON o.org_id = r.org_id WHERE r.id = $1`,
      [runIdOf(page)],
    );
    expect(rows).toEqual([
      expect.objectContaining({ goal: GOAL, team_version: 1, project: 'Main', org, spent_micros: 0 }),
    ]);
    expect(await textOf(page.getByTestId('tokens'))).toBe(Number(rows[0].tokens).toLocaleString('en'));
    expect(await textOf(page.getByTestId('cost'))).toBe('$0.00');

    await showStep(page, /QA gate.*rejected/s);
    await page.getByTestId('rejection').waitFor();
    await shoot(page, '09-run-rejection');
    await showStep(page, /QA gate.*accepted/s);
    await page.getByTestId('acceptance').waitFor();

    const facts = await expectWholeJournal(place, page);
    await shoot(page, '10-run-log');
    await expectWholeJournal(place, second.page);
    const types: string[] = facts.map(({ type }) => type);
    const cycle = [
      'plan.task.rejected',
      'plan.task.reopened',
      'team.completed',
      'run.completed',
      'run.closed',
    ];
    expect(types.filter((type) => cycle.includes(type))).toEqual(cycle);
    const rejected = facts.find(({ type }) => type === 'plan.task.rejected');
    if (rejected?.type !== 'plan.task.rejected') throw new Error('nothing was rejected');
    for (const { text } of rejected.issues) expect(issues).toContain(text);
    expect(facts.some((fact) => fact.type === 'plan.task.completed' && fact.verdict?.accept)).toBe(true);

    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByTestId('output').nth(1).waitFor();
    await page.getByTestId('output').first().getByRole('heading', { name: 'Deliver', exact: true }).waitFor();
    await shoot(page, '11-run-output');
    expect(ada.complaints()).toEqual([]);
    expect(second.complaints()).toEqual([]);
  });
});
