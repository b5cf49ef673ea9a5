import { MAX_PATH_BYTES, MAX_SEGMENT_BYTES, MAX_SEGMENTS } from './limits';
import { DEVICE } from './name';

/** Where a run's files stand. */
export const scratchRoot = (runId: string): string => `team/${runId}/`;

/** Directories of a run that no slot writes to: deliveries, and what people added. */
export const CONTRACTS = 'contracts';
export const ATTACHMENTS = 'attachments';
const RESERVED: ReadonlySet<string> = new Set([CONTRACTS, ATTACHMENTS]);

/** The directory of a slot. One that is called like a directory of the run's own gets a sign that no id has. */
export const slotDirectory = (slotId: string): string => (RESERVED.has(slotId) ? `${slotId}~` : slotId);

/** The file of what a step delivered: its slot's, or its own where the slot has several steps. */
export const contractPath = (slotId: string, stepId: string = slotId): string =>
  stepId === slotId ? `${CONTRACTS}/${slotId}.md` : `${CONTRACTS}/${slotId}/${stepId}.md`;

export type PathProblem =
  | 'empty'
  | 'absolute'
  | 'traversal'
  | 'bad_character'
  | 'reserved_name'
  | 'too_long'
  | 'too_deep'
  | 'other_run';

export type PathReading = { path: string; problem?: undefined } | { problem: PathProblem; path?: undefined };

/** Control characters, what turns a line's direction, halves of surrogate pairs, and what some system cannot hold. */
const BAD = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\\:*?"<>|]/u;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/**
 * A path below a run's directory, in NFC, or why it is none. It may be given whole, as `team/{runId}/…` of this run,
 * or relative. Nothing is repaired: what would have to be is refused.
 */
export function readPath(runId: string, given: string): PathReading {
  if (given.length > MAX_PATH_BYTES * 4) return { problem: 'too_long' };
  if (BAD.test(given.replace(/^[a-z]:/i, ''))) return { problem: 'bad_character' };
  if (/^(?:[/~]|[a-z]:)/i.test(given)) return { problem: 'absolute' };
  const whole = given.normalize('NFC');
  const root = scratchRoot(runId);
  if (whole.startsWith('team/') && !whole.startsWith(root)) return { problem: 'other_run' };
  const path = whole.startsWith(root) ? whole.slice(root.length) : whole;
  if (path === '') return { problem: 'empty' };
  if (bytes(path) > MAX_PATH_BYTES) return { problem: 'too_long' };
  const segments = path.split('/');
  if (segments.length > MAX_SEGMENTS) return { problem: 'too_deep' };
  for (const segment of segments) {
    if (segment === '') return { problem: 'empty' };
    if (segment === '.' || segment === '..') return { problem: 'traversal' };
    if (/^\s|[\s.]$/.test(segment)) return { problem: 'bad_character' };
    if (DEVICE.test(segment)) return { problem: 'reserved_name' };
    if (bytes(segment) > MAX_SEGMENT_BYTES) return { problem: 'too_long' };
  }
  return { path };
}

/** Who may write where: freely in one's own directory, elsewhere only over the version that one has read. */
export type Ground = 'own' | 'shared' | 'read_only' | 'another_slot';

export function groundOf(path: string, slotId: string, slotIds: Iterable<string>): Ground {
  const [given = '', ...rest] = path.split('/');
  if (rest.length === 0) return 'shared';
  // Two names that differ by their letters' size alone are one on some systems.
  const first = given.toLowerCase();
  if (given === slotDirectory(slotId)) return 'own';
  if (RESERVED.has(first)) return 'read_only';
  for (const other of slotIds) if (first === slotDirectory(other)) return 'another_slot';
  return 'shared';
}
