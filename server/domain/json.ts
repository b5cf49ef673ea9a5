import { storable } from './text';

/** Levels of a JSON value that is kept. */
export const MAX_JSON_DEPTH = 64;

/**
 * Why a JSON value cannot be kept as it is, in words for who wrote it; null: it can. Texts are not looked at: what the
 * store does not take of them is left out. Walks without recursion, as the value may be made to exhaust a stack.
 */
export function jsonProblem(root: unknown): string | null {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let node = open.pop(); node; node = open.pop()) {
    if (typeof node.value !== 'object' || node.value === null) continue;
    const depth = node.depth + 1;
    if (depth > MAX_JSON_DEPTH) return `it has more than ${MAX_JSON_DEPTH} levels`;
    for (const [key, value] of Object.entries(node.value)) {
      if (!storable(key)) return 'a name in it has characters that cannot be stored';
      open.push({ value, depth });
    }
  }
  return null;
}

/** Whether two JSON values say the same, in whatever order their keys stand. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
  );
}
