import type { Issue } from '../errors';
import { storable } from '../text';
import { issue, type Path } from './issues';
import {
  MAX_CONTRACT_BYTES,
  MAX_EDGES,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_DEPTH,
  MAX_SLOTS,
  MAX_STEPS,
} from './limits';
import type { Outline } from './outline';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** What makes a document too large to look at any further. */
export function sizeIssues(raw: unknown, outline: Outline): Issue[] {
  const { counts } = outline;
  if (counts.slots > MAX_SLOTS) return [issue(['slots'], 'too_many_slots')];
  if (counts.steps > MAX_STEPS) return [issue(['protocol', 'steps'], 'too_many_steps')];
  if (counts.edges > MAX_EDGES) return [issue(['protocol'], 'too_many_edges')];
  const deep = tooDeep(raw, []);
  if (deep) return [issue(deep, 'too_deep')];
  if (bytesOf(JSON.stringify(raw) ?? '') > MAX_MANIFEST_BYTES) {
    return [issue([], 'too_large', 'A manifest has at most 768 KiB')];
  }
  return outline.slots.flatMap(({ contract }, at) =>
    contract !== undefined &&
    contract.length * 3 > MAX_CONTRACT_BYTES &&
    bytesOf(contract) > MAX_CONTRACT_BYTES
      ? [issue(['slots', at, 'contract', 'text'], 'too_large', 'A contract has at most 64 KiB')]
      : [],
  );
}

/** Text and keys that JSON can carry and the store cannot, or that a copy would lose. */
export function textIssues(raw: unknown): Issue[] {
  const issues: Issue[] = [];
  const walk = (value: unknown, path: Path): void => {
    if (typeof value === 'string') {
      if (!storable(value)) issues.push(issue([...path], 'bad_text'));
    } else if (Array.isArray(value)) {
      value.forEach((entry, at) => {
        walk(entry, [...path, at]);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        if (key === '__proto__') issues.push(issue([...path, key], 'unknown_field'));
        else if (!storable(key)) issues.push(issue([...path, key], 'bad_text'));
        walk(entry, [...path, key]);
      }
    }
  };
  walk(raw, []);
  return issues;
}

/** The path to the first value below the deepest level; a value that contains itself has one too. */
function tooDeep(value: unknown, path: Path): Path | null {
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= MAX_MANIFEST_DEPTH) return [...path];
  const inArray = Array.isArray(value);
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry !== 'object' || entry === null) continue;
    path.push(inArray ? Number(key) : key);
    const found = tooDeep(entry, path);
    path.pop();
    if (found) return found;
  }
  return null;
}
