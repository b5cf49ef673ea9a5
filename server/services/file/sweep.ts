// Engine: files that have outlived their time go; no person acts here, so there is nothing to authorise or audit.
import { appPool } from '../../db/pools';
import { tenantTx } from '../../db/tenant';
import { env } from '../../env';
import { control, failpoint } from '../../failpoint';
import { log } from '../../log';

/** Runs that one turn takes on at a time. */
const LIMIT = 100;

/**
 * Removes the files of runs that were closed for longer than `TROUPE_SCRATCH_TTL_HOURS`, with the blobs that they own.
 * Deliveries stay as the run's record; as files they are hidden from the same hour on. Answers how many runs were
 * swept; 0 as well while another worker sweeps.
 */
export async function sweepFiles(): Promise<number> {
  let swept = 0;
  for (;;) {
    const hours = env().TROUPE_SCRATCH_TTL_HOURS;
    const { rows } = await appPool().query('SELECT org_id, run_id FROM lister_stale_scratch($1, $2)', [
      hours,
      LIMIT,
    ]);
    let taken = 0;
    for (const { org_id: orgId, run_id: runId } of rows) {
      try {
        taken += Number(await sweepRun(orgId, runId));
      } catch (error) {
        log().error({ err: error, orgId, runId }, 'the files of a run could not be swept');
      }
    }
    swept += taken;
    if (rows.length < LIMIT || taken === 0) return swept;
  }
}

async function sweepRun(orgId: string, runId: string): Promise<boolean> {
  const gone = await tenantTx({ orgId }, async (tx) => {
    const { count } = await tx.scratchUse.updateMany({
      where: { orgId, runId, sweptAt: null },
      data: { sweptAt: new Date(), bytes: 0, files: 0 },
    });
    if (count === 0) return null;
    await failpoint('files.marked_before_delete');
    // control: says that files are gone which are not
    if (control('scratch_sweep')) return { files: 0, blobs: 0 };
    const files = await tx.scratchFile.deleteMany({ where: { orgId, runId } });
    const blobs = await tx.blob.deleteMany({ where: { orgId, runId } });
    return { files: files.count, blobs: blobs.count };
  });
  if (gone) log().info({ orgId, runId, ...gone }, 'files of a run are swept');
  return gone !== null;
}
