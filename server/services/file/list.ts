import type { FileList, FileListing } from '@domain/files/file';
import { scratchRoot } from '@domain/files/path';
import { listRunFiles } from '../../db/run-file';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadFiles } from './visible';

/** The files of a run that the caller sees, with when they go. @throws not_found, forbidden */
export async function listFiles(ctx: Ctx, { runId }: FileList): Promise<FileListing> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const { bytes, expiresAt, swept } = await loadFiles(tx, ctx, runId);
    const { files, total } = swept ? { files: [], total: 0 } : await listRunFiles(tx, runId);
    const about = { root: scratchRoot(runId), expiresAt: expiresAt?.toISOString() ?? null, swept };
    return { ...about, files, total, bytes: swept ? 0 : bytes };
  });
}
