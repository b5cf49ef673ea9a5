import { afterEach, describe, expect, it } from 'vitest';
import { openSite } from './support/site';
import { comesTrue, until } from './support/until';

const site = await openSite();
const POINT = 'files.marked_before_delete';
/** A sweep runs when its worker starts (ms). */
const SWEPT_MS = 8_000;

afterEach(() => site.clear());

/** Runs whose time is over, each with two files. */
async function stale(count: number): Promise<string[]> {
  await site.worker();
  const runs = await Promise.all(Array.from({ length: count }, () => site.run(['draft'])));
  await site.ended(...runs);
  await site.stopWorkers();
  const q = (sql: string) => site.db.admin.query(sql, [runs]);
  await q(
    `INSERT INTO scratch_use (org_id, run_id, bytes, files) SELECT org_id, id, 2, 2 FROM run WHERE id = ANY ($1)`,
  );
  await q(`INSERT INTO scratch_file (org_id, run_id, path, size, media_type, text)
    SELECT org_id, id, 'draft/' || n || '.md', 1, 'text/markdown', 'x' FROM run, generate_series(1, 2) n WHERE id = ANY ($1)`);
  await q(`UPDATE run SET closed_at = now() - interval '200 hours' WHERE id = ANY ($1)`);
  return runs;
}

/** Files that stand, and runs that say theirs are gone. */
async function kept(runs: string[]): Promise<{ files: number; swept: number }> {
  const { rows } = await site.db.admin.query(
    `SELECT (SELECT count(*)::int FROM scratch_file WHERE run_id = ANY ($1)) AS files,
       (SELECT count(*)::int FROM scratch_use WHERE run_id = ANY ($1) AND swept_at IS NOT NULL) AS swept`,
    [runs],
  );
  return rows[0];
}

const gone = async (runs: string[]): Promise<boolean> => (await kept(runs)).files === 0;

describe('the sweep of files', () => {
  /** A worker that dies between saying that a run's files are gone and removing them. */
  async function dieMidSweep(failpoints: string) {
    const runs = await stale(3);
    const doomed = await site.worker(`stop:${POINT}`);
    await doomed.reached(POINT);
    await doomed.kill();
    expect(await kept(runs)).toEqual({ files: 6, swept: 0 });
    await site.worker(failpoints);
    return runs;
  }

  it('that dies half-way is made up for by the next worker: no file outlives what is said of it (T-108)', async () => {
    const runs = await dieMidSweep('');
    expect(await comesTrue(() => gone(runs), SWEPT_MS)).toBe(true);
    expect(await kept(runs)).toEqual({ files: 0, swept: 3 });
  });

  it('control: a sweep that only says so leaves them', async () => {
    const runs = await dieMidSweep('control.scratch_sweep');
    await until(async () => (await kept(runs)).swept === 3);
    expect((await kept(runs)).files).toBe(6);
  });

  it('by two workers at once takes each run’s files once, and neither waits for the other for good (T-108)', async () => {
    const runs = await stale(20);
    const first = await site.worker(`stop:${POINT}`);
    await first.reached(POINT);
    // It stands in the first run's transaction; the second worker meets that run as well.
    await site.worker();
    first.release(POINT);
    for (let n = 2; n <= runs.length && !(await gone(runs)); n++) {
      await Promise.race([first.reached(POINT, n), until(() => gone(runs))]);
      first.release(POINT);
    }
    expect(await comesTrue(() => gone(runs), SWEPT_MS)).toBe(true);
    expect(await kept(runs)).toEqual({ files: 0, swept: 20 });
  });
});
