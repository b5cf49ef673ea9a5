import { createHash } from 'node:crypto';
import { DomainError } from '@domain/errors';
import { BLOB_CHUNK_BYTES, MAX_BLOB_BYTES } from '@domain/files/limits';
import { newId } from '../../db/ids';
import type { Tx } from '../../db/tenant';

export type NewBlob = {
  runId: string | null;
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  createdBy: string;
};

/**
 * Keeps bytes in rows of 1 MiB; answers the blob's id. One with a `runId` goes with that run's files.
 * @throws bad_request `empty_file`, too_large above 25 MiB
 */
export async function storeBlob(tx: Tx, orgId: string, blob: NewBlob): Promise<string> {
  const { bytes, ...row } = blob;
  if (bytes.length === 0) throw new DomainError('bad_request', 'The file is empty', { reason: 'empty_file' });
  if (bytes.length > MAX_BLOB_BYTES)
    throw new DomainError('too_large', 'A file has 25 MB at most', { reason: 'file_too_large' });
  const id = newId();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await tx.blob.create({ data: { orgId, id, ...row, size: bytes.length, sha256 } });
  for (let n = 0; n * BLOB_CHUNK_BYTES < bytes.length; n++) {
    const part = bytes.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES);
    await tx.blobChunk.create({ data: { orgId, blobId: id, n, bytes: Buffer.from(part) } });
  }
  return id;
}
