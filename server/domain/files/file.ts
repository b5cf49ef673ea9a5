import { z } from 'zod';
import { Id } from '../ids';
import { MAX_LISTED } from './limits';

const at = z.iso.datetime();

/** A file of a run, as lists show it. */
export const FileView = z.strictObject({
  /** Below `team/{runId}/`. */
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  mediaType: z.string(),
  version: z.int(),
  /** `contract`: the newest delivery of a slot; `attached`: by a person; `written`: by a slot. */
  origin: z.enum(['written', 'contract', 'attached']),
  updatedAt: at,
});
export type FileView = z.infer<typeof FileView>;

export const FileList = z.strictObject({ runId: Id });
export type FileList = z.infer<typeof FileList>;

export const FileListing = z.strictObject({
  /** `team/{runId}/`. */
  root: z.string(),
  /** In the order of their paths; at most 500, `total` says how many there are. */
  files: z.array(FileView).max(MAX_LISTED),
  total: z.int(),
  /** Bytes that the written files take up. */
  bytes: z.int(),
  /** When the files go; null while the run is open. */
  expiresAt: at.nullable(),
  /** They are gone. */
  swept: z.boolean(),
});
export type FileListing = z.infer<typeof FileListing>;

export const FileRead = z.strictObject({ runId: Id, path: z.string().min(1).max(2_048) });
export type FileRead = z.infer<typeof FileRead>;

/** A file with its text; `text` null: it is no text that a page can show. */
export const FileText = FileView.extend({
  text: z.string().nullable(),
  /** The text is longer than what is shown. */
  cut: z.boolean(),
});
export type FileText = z.infer<typeof FileText>;
