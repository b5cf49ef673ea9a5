import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { arriveSignedIn } from './support/account';
import { look } from './support/look';
import { openPlace } from './support/place';
import { makePipeline, startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

/** As a slot's tool proposes it: the demo model notes nothing. */
async function propose(runId: string, content: string): Promise<void> {
  await place.db.admin.query(
    `INSERT INTO memory (org_id, id, scope, run_id, category, subject, content, author_kind, author_id, source_run_id, source_step_id)
     SELECT org_id, $2, 'run', id, 'fact', 'tides', $3, 'agent', $4, id, 'draft' FROM run WHERE id = $1`,
    [runId, newId(), content, newId()],
  );
}

describe('the notes of a run', () => {
  it('are proposed by slots, confirmed or withdrawn by people, and added to, on its page (T-112)', async () => {
    const ada = await newVisitor(place, { reducedMotion: 'reduce' });
    const { page } = ada;
    const org = await arriveSignedIn(place, ada);
    const approval = { Check: { before: true } };
    const team = await makePipeline(place, ada, org, { titles: ['Draft', 'Check'], approval });
    const runId = await startRun(place, ada, org, { teamId: team.id, goal: 'Note the tide' });
    await page.goto(`/o/${org}/runs/${runId}`);
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByText('Nothing noted yet').waitFor();

    await propose(runId, 'High water is at noon. <img src=x onerror=alert(1)>');
    await page.getByLabel('Tell the later steps').fill('Low water is at six.');
    await page.getByRole('button', { name: 'Note it' }).click();
    const own = page.getByTestId('note').filter({ hasText: 'Low water is at six.' });
    await own.getByText('confirmed', { exact: true }).waitFor();
    const proposed = page.getByTestId('note').filter({ hasText: 'High water is at noon. <img' });
    await proposed.getByText('proposed', { exact: true }).waitFor();
    expect(await look(page, 'notes')).toEqual([]);

    await proposed.getByRole('button', { name: 'Confirm' }).click();
    await proposed.getByText('confirmed', { exact: true }).waitFor();
    await own.getByRole('button', { name: 'Withdraw' }).click();
    await own.getByText('withdrawn', { exact: true }).waitFor();
    expect(await own.getByRole('button').count()).toBe(0);
    const { rows } = await place.db.admin.query(
      'SELECT state FROM memory WHERE run_id = $1 ORDER BY created_at, id',
      [runId],
    );
    expect(rows.map(({ state }) => state).sort()).toEqual(['confirmed', 'superseded']);
    expect(ada.complaints()).toEqual([]);
  });
});
