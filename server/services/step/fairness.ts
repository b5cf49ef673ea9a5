import { STARVING_MS } from '@domain/run/limits';
import { othersStarve } from '../../db/journal/engine';
import { control } from '../../failpoint';

/** How long an answer about other organizations is used, in ms: a continuation may be this late in giving way. */
const FRESH_MS = 250;

const asked = new Map<string, { at: number; starving: Promise<boolean> }>();

/** False while a step of another organization has been ready for more than a second: its turn comes first. */
export async function mayContinue(orgId: string): Promise<boolean> {
  // control: whoever rang first goes first
  if (control('turns')) return true;
  const known = asked.get(orgId);
  if (known && Date.now() - known.at < FRESH_MS) return !(await known.starving);
  if (asked.size > 1_000) asked.clear();
  const starving = othersStarve(orgId, STARVING_MS).catch(() => false);
  asked.set(orgId, { at: Date.now(), starving });
  return !(await starving);
}
