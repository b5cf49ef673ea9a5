import { DomainError, notFound } from '@domain/errors';
import type { FileRead } from '@domain/files/file';
import { readPath } from '@domain/files/path';
import { readRunFile, type StoredFile } from '../../db/run-file';
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';
import { loadKept } from './visible';

/** A file of a run that the caller sees. @throws not_found, forbidden, bad_request for what is no path */
export async function loadFile(tx: Tx, ctx: Ctx, { runId, path: given }: FileRead): Promise<StoredFile> {
  await loadKept(tx, ctx, runId);
  const { path, problem } = readPath(runId, given);
  if (path === undefined) {
    const issue = { path: ['path'], code: problem, message: 'This is no path of a run' };
    throw new DomainError('bad_request', 'This is no path of a run', { reason: 'bad_path', issues: [issue] });
  }
  const file = await readRunFile(tx, runId, path);
  if (!file) throw notFound();
  return file;
}
