import type { FileRead, FileText } from '@domain/files/file';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadFile } from './load';

/** Characters of a text that a page shows; the whole is a download. */
const SHOWN_CHARS = 200_000;

/** A file with its text, for a preview. @throws not_found, forbidden, bad_request */
export async function readFile(ctx: Ctx, input: FileRead): Promise<FileText> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const { blobId: _, text, ...file } = await loadFile(tx, ctx, input);
    const shown = text?.slice(0, SHOWN_CHARS).toWellFormed() ?? null;
    return { ...file, text: shown, cut: (text?.length ?? 0) > SHOWN_CHARS };
  });
}
