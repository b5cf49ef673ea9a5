import type { FileRead } from '@domain/files/file';
import { safeName } from '@domain/files/name';
import { type Tenant, tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadFile } from './load';

export type Download = { name: string; mediaType: string; size: number; body: ReadableStream<Uint8Array> };

/** A file's bytes as they are kept; a blob is read row by row, as fast as it is taken. @throws as `loadFile` */
export async function downloadFile(ctx: Ctx, input: FileRead): Promise<Download> {
  const tenant = tenantOf(ctx);
  const file = await tenantTx(tenant, (tx) => loadFile(tx, ctx, input));
  const about = { name: safeName(file.path), mediaType: file.mediaType };
  if (file.blobId === null) {
    const bytes = new TextEncoder().encode(file.text ?? '');
    return { ...about, size: bytes.length, body: new Blob([bytes]).stream() };
  }
  return { ...about, size: file.size, body: blobStream(tenant, file.blobId) };
}

function blobStream(tenant: Tenant, blobId: string): ReadableStream<Uint8Array> {
  let n = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const row = await tenantTx(tenant, (tx) =>
          tx.blobChunk.findFirst({ where: { orgId: tenant.orgId, blobId, n } }),
        );
        n += 1;
        if (row) controller.enqueue(row.bytes);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
