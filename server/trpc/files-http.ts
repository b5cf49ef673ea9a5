import { answerOf } from '@domain/answer';
import { DomainError, STATUS_OF } from '@domain/errors';
import { FileRead } from '@domain/files/file';
import { MAX_BLOB_BYTES } from '@domain/files/limits';
import { isText } from '@domain/files/media-type';
import { Id, Slug } from '@domain/ids';
import { z } from 'zod';
import { readBytes } from '../auth/body';
import { requireOwnOrigin } from '../auth/origin';
import { sessionOf } from '../auth/session';
import { newId } from '../db/ids';
import { log } from '../log';
import { attachFile } from '../services/file/attach';
import { type Download, downloadFile } from '../services/file/download';
import { resolveOrganization } from '../services/organization/resolve';
import { trace } from './trace';

export type FileAddress = { org: string; runId: string; path?: string[] };

/** A file of a run as a download: never shown in place, never guessed at, kept by nobody. */
export const answerDownload = (request: Request, { org, runId, path = [] }: FileAddress): Promise<Response> =>
  answering(async (requestId) => {
    const ctx = await contextOf(request, org, requestId);
    const file = await downloadFile(ctx, FileRead.parse({ runId, path: path.join('/') }));
    return new Response(file.body, { headers: { ...headersOf(file), 'x-request-id': requestId } });
  });

const Attached = z.strictObject({ runId: Id, name: z.string().min(1).max(1_000) });

/** Adds the body to a run's files, under the name that `?name=` gives. */
export const answerAttach = (request: Request, { org, runId }: FileAddress): Promise<Response> =>
  answering(async (requestId) => {
    requireOwnOrigin(request.headers);
    const ctx = await contextOf(request, org, requestId);
    const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/octet-stream')
      throw new DomainError('unsupported_media_type', 'Send the bytes as application/octet-stream');
    const input = Attached.parse({ runId, name: new URL(request.url).searchParams.get('name') ?? '' });
    const file = await attachFile(ctx, { ...input, bytes: await readBytes(request, MAX_BLOB_BYTES) });
    return Response.json(file, { headers: { 'cache-control': 'no-store', 'x-request-id': requestId } });
  });

/** @throws unauthenticated, not_found, a zod error for an address of the wrong shape */
async function contextOf(request: Request, org: string, requestId: string) {
  const session = await sessionOf(request.headers.get('cookie'));
  if (!session) throw new DomainError('unauthenticated', 'Sign in first');
  return resolveOrganization(Slug.parse(org), { userId: session.userId, requestId });
}

function headersOf({ name, mediaType, size }: Download): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return {
    'content-type': isText(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
    'content-length': String(size),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  };
}

function answering(work: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = newId();
  return trace.run(requestId, async () => {
    try {
      return await work(requestId);
    } catch (error) {
      const answer = answerOf(error, requestId, { input: true });
      if (answer.status === STATUS_OF.internal) log().error({ err: error, requestId }, 'a file route failed');
      const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': requestId });
      if (answer.retryAfterSeconds) headers.set('retry-after', String(answer.retryAfterSeconds));
      return Response.json(answer.body, { status: answer.status, headers });
    }
  });
}
