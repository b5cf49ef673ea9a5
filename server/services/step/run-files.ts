import { MAX_FILE_BYTES, MAX_SCRATCH_BYTES, MAX_SCRATCH_FILES } from '@domain/files/limits';
import { textTypeOf } from '@domain/files/media-type';
import { type Ground, groundOf, readPath, scratchRoot, slotDirectory } from '@domain/files/path';
import { planStep } from '@domain/run/graph';
import { type ReadFile, type RunFiles, ToolRefused, type Writing } from '../../agents/tools';
import type { FileWrite } from '../../db/journal/context';
import { storable } from '../../db/journal/payload';
import { listRunFiles, readRunFile } from '../../db/run-file';
import { tenantTx } from '../../db/tenant';
import type { Claimed } from './claimed';

/** A file as this answer's calls see it: stored, or staged by a call before. */
type Seen = { size: number; version: number; text: string | null; stored: number };

/**
 * The files of a step's run. Reads see what is stored and what this answer has staged; writes are staged, to be
 * written in the record's commit, which looks again at each expected version. `takeFiles` gives what was staged since it
 * was last asked.
 */
export function runFiles({ ref, state, stepId }: Claimed): { files: RunFiles; takeFiles(): FileWrite[] } {
  const { orgId, runId } = ref;
  const planned = state.plan ? planStep(state.plan, stepId) : undefined;
  const slotId = planned?.slotId ?? stepId;
  const root = scratchRoot(runId);
  const overlay = new Map<string, ReadFile & { stored: number }>();
  let staged: FileWrite[] = [];
  let grown = { bytes: 0, files: 0 };

  const inTenant = <T>(work: Parameters<typeof tenantTx<T>>[1]) => tenantTx<T>({ orgId }, work);
  const pathOf = (given: string): string => {
    const reading = readPath(runId, given);
    if (reading.path === undefined)
      throw new ToolRefused(
        'bad_path',
        `This is no path of this run (${reading.problem}). Paths are below ${root}`,
      );
    return reading.path;
  };
  const stored = (path: string) => inTenant((tx) => readRunFile(tx, runId, path));
  const seen = async (path: string): Promise<Seen | null> => {
    const own = overlay.get(path);
    if (own) return own;
    const found = await stored(path);
    return found && { ...found, stored: found.version };
  };

  const list: RunFiles['list'] = async () => {
    const { files, total } = await inTenant((tx) => listRunFiles(tx, runId));
    const all = new Map(files.map((file) => [file.path, file]));
    for (const [path, { text: _, stored: __, ...file }] of overlay) all.set(path, file);
    return {
      files: [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
      more: total - files.length,
    };
  };

  const read: RunFiles['read'] = async (given) => {
    const path = pathOf(given);
    const own = overlay.get(path);
    if (own) return own;
    const found = await stored(path);
    if (!found)
      throw new ToolRefused('no_such_file', `There is no ${root}${path}. Call read_files without a path.`);
    return found;
  };

  const requireRoom = async (bytes: number, files: number): Promise<void> => {
    grown = { bytes: grown.bytes + bytes, files: grown.files + files };
    const use = await inTenant((tx) => tx.scratchUse.findFirst({ where: { runId } }));
    if (
      (use?.bytes ?? 0) + grown.bytes <= MAX_SCRATCH_BYTES &&
      (use?.files ?? 0) + grown.files <= MAX_SCRATCH_FILES
    )
      return;
    grown = { bytes: grown.bytes - bytes, files: grown.files - files };
    throw new ToolRefused(
      'no_room',
      `A run's files are ${MAX_SCRATCH_FILES} and have ${MAX_SCRATCH_BYTES / 1024 / 1024} MiB at most.`,
    );
  };

  const write: RunFiles['write'] = async (writing) => {
    const path = pathOf(writing.path);
    const ground = groundOf(path, slotId, state.plan?.steps.map((step) => step.slotId) ?? []);
    requireGround(ground, root + slotDirectory(slotId));
    const old = await seen(path);
    requireMatch(writing, ground, old, root + path);
    if (writing.append && old && old.text === null)
      throw new ToolRefused('not_writable', 'What is no text cannot be added to.');
    const text = storable('', writing.append ? `${old?.text ?? ''}${writing.text}` : writing.text) as string;
    const size = Buffer.byteLength(text, 'utf8');
    if (size > MAX_FILE_BYTES)
      throw new ToolRefused(
        'too_large',
        `A file has ${MAX_FILE_BYTES / 1024} KiB at most; this is ${size} bytes.`,
      );
    await requireRoom(size - (old?.size ?? 0), old ? 0 : 1);
    const mediaType = textTypeOf(path);
    const known = old?.stored ?? 0;
    const careful = ground === 'shared' || writing.append || writing.ifMatch !== undefined;
    staged.push({ path, size, mediaType, text, stepId, ...(careful && { expect: known }) });
    const version = known + 1;
    const file = {
      path,
      size,
      mediaType,
      version,
      origin: 'written' as const,
      updatedAt: new Date().toISOString(),
    };
    overlay.set(path, { ...file, text, stored: known });
    return file;
  };

  const takeFiles = (): FileWrite[] => {
    const taken = staged;
    staged = [];
    return taken;
  };
  return { files: { root, list, read, write }, takeFiles };
}

function requireGround(ground: Ground, own: string): void {
  if (ground === 'read_only')
    throw new ToolRefused('not_writable', `Deliveries and attachments are only read. Write below ${own}/`);
  if (ground === 'another_slot')
    throw new ToolRefused('not_writable', `This directory is another slot's. Write below ${own}/`);
}

/** Outside a slot's own directory nobody writes over what they have not read. */
function requireMatch({ ifMatch }: Writing, ground: Ground, old: Seen | null, path: string): void {
  const version = old?.version ?? 0;
  if (ifMatch === undefined ? ground === 'own' : ifMatch === version) return;
  const now = old ? `${path} is at version ${version}: read it again` : `There is no ${path} yet`;
  throw new ToolRefused('conflict', `conflict: ${now}, then write with ifMatch: ${version}.`);
}
