import type { FileView } from '@domain/files/file';
import { MAX_LISTED } from '@domain/files/limits';
import { ATTACHMENTS } from '@domain/files/path';
import type { Tx } from './tenant';

type Row = {
  path: string;
  version: number;
  size: number;
  media_type: string;
  updated_at: Date;
  origin: 'written' | 'contract';
  blob_id: string | null;
};

/** A file of a run with what its bytes are kept in: its own text, or a blob. */
export type StoredFile = FileView & { blobId: string | null; text: string | null };

const viewOf = ({ path, version, size, media_type, updated_at, origin }: Row): FileView => ({
  path,
  version,
  size,
  mediaType: media_type,
  origin: path.startsWith(`${ATTACHMENTS}/`) ? 'attached' : origin,
  updatedAt: updated_at.toISOString(),
});

/** The first files of a run in the order of their paths, byte by byte, and how many there are. */
export async function listRunFiles(tx: Tx, runId: string): Promise<{ files: FileView[]; total: number }> {
  const rows = await tx.$queryRaw<(Row & { total: bigint })[]>`
    SELECT path, version, size, media_type, updated_at, origin, count(*) OVER () AS total FROM "run_file"
    WHERE org_id = app_org() AND run_id = ${runId}::uuid ORDER BY path COLLATE "C" LIMIT ${MAX_LISTED}`;
  return { files: rows.map(viewOf), total: Number(rows[0]?.total ?? 0) };
}

/** The file at a path that has been read by `readPath`; null: there is none. */
export async function readRunFile(tx: Tx, runId: string, path: string): Promise<StoredFile | null> {
  const [row] = await tx.$queryRaw<(Row & { text: string | null })[]>`
    SELECT path, version, size, media_type, updated_at, origin, blob_id, text FROM "run_file"
    WHERE org_id = app_org() AND run_id = ${runId}::uuid AND path = ${path}`;
  return row ? { ...viewOf(row), blobId: row.blob_id, text: row.text } : null;
}
