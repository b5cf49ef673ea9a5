import type { z } from 'zod';
import type { Issue } from '../errors';
import { codeOf, inDocumentOrder, issue, type Path } from './issues';
import { MAX_ISSUES } from './limits';
import { Manifest } from './manifest';
import { outlineOf } from './outline';
import { sizeIssues, textIssues } from './size';
import { referenceIssues } from './slot-rules';

export type Checked = { manifest: Manifest; issues?: undefined } | { issues: Issue[]; manifest?: undefined };

/**
 * Applies every rule to an unknown JSON value: the manifest with its defaults filled in, or all issues in the
 * order of the document. Too large a document has that issue alone. Never throws, never changes its input.
 */
export function checkManifest(raw: unknown): Checked {
  const outline = outlineOf(raw);
  const sizes = sizeIssues(raw, outline);
  if (sizes.length > 0) return { issues: sizes };
  const parsed = Manifest.safeParse(raw);
  const issues = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((found) => shapeIssues(raw, found))),
    ...referenceIssues(outline),
    ...textIssues(raw),
  ];
  if (parsed.success && issues.length === 0) return { manifest: parsed.data };
  return { issues: inDocumentOrder(raw, issues, MAX_ISSUES) };
}

function shapeIssues(raw: unknown, found: z.core.$ZodIssue): Issue[] {
  const path = found.path.map((key) => (typeof key === 'number' ? key : String(key)));
  if (found.code === 'unrecognized_keys')
    return found.keys.map((key) => issue([...path, key], 'unknown_field'));
  return [issue(path, codeOf(found.message, found.code, valueAt(raw, path) === undefined))];
}

const valueAt = (raw: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? Reflect.get(node, key)
        : undefined,
    raw,
  );
