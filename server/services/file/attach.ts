import { DomainError, notFound } from '@domain/errors';
import type { FileView } from '@domain/files/file';
import { MAX_FILE_BYTES } from '@domain/files/limits';
import { numberedName, safeName } from '@domain/files/name';
import { ATTACHMENTS } from '@domain/files/path';
import { isEnded } from '@domain/run/state';
import { audit } from '../../db/audit';
import type { FileWrite } from '../../db/journal/context';
import { lockRun } from '../../db/journal/in-transaction';
import { readRunFile } from '../../db/run-file';
import { type Tx, tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { loadRun } from '../run/load';
import { storeBlob } from './blob';
import { kindOf } from './kind';

/** Copies of one name that a run holds; the next one is refused. */
const MOST_COPIES = 100;

/**
 * Adds a person's file to a run that has not ended, at `attachments/<name>`: the name is made safe, and another one is
 * found where it is taken. Short texts are kept as text, so that slots can read them.
 * @throws not_found, forbidden, bad_request `empty_file`, too_large, unsupported_media_type, conflict `run_ended`
 */
export async function attachFile(
  ctx: Ctx & { userId: string },
  { runId, name, bytes }: { runId: string; name: string; bytes: Uint8Array },
): Promise<FileView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const { project } = await loadRun(tx, ctx, runId);
    await authorize(tx, ctx, 'run.attach', project);
    const { mediaType, text } = kindOf(name, bytes);
    const run = await lockRun(tx, { orgId: ctx.orgId, runId });
    if (!run) throw notFound();
    if (isEnded(run.state)) throw new DomainError('conflict', 'This run has ended', { reason: 'run_ended' });
    const path = await freePath(tx, runId, safeName(name));
    const inline = text !== null && bytes.length > 0 && bytes.length <= MAX_FILE_BYTES;
    const blob = { runId, name: safeName(name), mediaType, bytes, createdBy: ctx.userId };
    const content = inline ? { text } : { blobId: await storeBlob(tx, ctx.orgId, blob) };
    await write(tx, ctx, runId, { path, size: bytes.length, mediaType, personId: ctx.userId, ...content });
    await audit(tx, ctx, {
      action: 'run.attached',
      targetType: 'run',
      targetId: runId,
      after: { path, size: bytes.length, mediaType },
    });
    const { blobId: _, text: __, ...file } = (await readRunFile(tx, runId, path))!;
    return file;
  });
}

async function freePath(tx: Tx, runId: string, name: string): Promise<string> {
  for (let copy = 1; copy <= MOST_COPIES; copy++) {
    const path = `${ATTACHMENTS}/${copy === 1 ? name : numberedName(name, copy)}`;
    if (!(await readRunFile(tx, runId, path))) return path;
  }
  throw new DomainError('conflict', 'This run has that file already', { reason: 'file_exists' });
}

async function write(tx: Tx, ctx: Ctx, runId: string, file: FileWrite): Promise<void> {
  const [row] = await tx.$queryRaw<{ written: boolean }[]>`
    SELECT scratch_write(${ctx.orgId}::uuid, ${runId}::uuid, ${JSON.stringify([file])}::jsonb, clock_timestamp()) AS written`;
  if (!row?.written)
    throw new DomainError('too_large', 'The files of a run are 2,000 and have 64 MiB at most', {
      reason: 'no_room',
    });
}
