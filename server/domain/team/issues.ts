import type { Issue } from '../errors';

export type Path = Issue['path'];

/** Every rule of a manifest that can be broken, with what a person is told. */
const MESSAGES = {
  unknown_protocol: 'This protocol does not exist',
  no_slots: 'A team needs at least one slot',
  duplicate_slot: 'Another slot has the same id',
  bad_id: 'An id is a small letter followed by up to 63 small letters, digits, dashes or underscores',
  bad_binding_mode: 'A slot is bound to a fixed agent or by role',
  agent_required: 'A fixed slot needs an agent',
  bad_agent: 'This is not the id of an agent',
  unknown_capability: 'This capability does not exist',
  unknown_slot: 'There is no slot with this id',
  no_steps: 'A graph needs at least one step',
  duplicate_step: 'Another step has the same id',
  duplicate_edge: 'This is listed twice',
  dangling_reference: 'There is no step with this id',
  self_reference: 'A step cannot depend on itself',
  cycle: 'These steps wait for each other',
  bad_review_target: 'A review needs another step to review, which is no review itself',
  self_review: 'A slot cannot review its own work',
  optional_review: 'A review cannot be optional: work would count as accepted without it',
  bad_review_gate: 'A review gate has exactly one review slot and at least one other',
  too_few_slots: 'A fan-out needs at least two slots: the last one joins the others',
  two_leads: 'Only one slot can lead',
  bad_edge: 'A handoff goes from one slot to another one',
  bad_entry: 'The entry must be one of the slots',
  no_edges: 'A handoff needs at least one edge',
  no_approval: 'Four eyes need an approval before or after',
  bad_schema: 'This is no JSON Schema of an object that a contract can be checked by',
  unused_field: 'The protocol does not use this field',
  out_of_range: 'This number is outside its limits',
  unknown_field: 'This field does not exist',
  unknown_manifest_version: 'This version of the format is not known',
  too_many_slots: 'A team has at most 1,000 slots',
  too_many_steps: 'A graph has at most 1,000 steps',
  too_many_edges: 'A manifest has at most 5,000 edges',
  too_large: 'This is too large',
  too_deep: 'This is nested too deeply',
  bad_text: 'The text has characters that cannot be stored',
  required: 'This is required',
  invalid_type: 'This has the wrong type',
  too_long: 'This is too long',
} as const;

export type IssueCode = keyof typeof MESSAGES;

const isIssueCode = (code: string): code is IssueCode => Object.hasOwn(MESSAGES, code);

export const issue = (path: Path, code: IssueCode, message: string = MESSAGES[code]): Issue => ({
  path,
  code,
  message,
});

/** A schema names the code where zod expects a message; what zod says on its own is mapped here. */
export function codeOf(message: string, zodCode: string | undefined, missing: boolean): IssueCode {
  if (isIssueCode(message)) return message;
  if (missing) return 'required';
  return zodCode === 'too_big' ? 'too_long' : 'invalid_type';
}

/** In the order of the document, duplicates and what is beyond the limit left out. */
export function inDocumentOrder(root: unknown, issues: readonly Issue[], limit: number): Issue[] {
  const ranks = new Map<object, Map<string, number>>();
  const rankIn = (node: unknown, key: string | number): number => {
    if (typeof key === 'number') return key;
    if (typeof node !== 'object' || node === null) return Number.MAX_SAFE_INTEGER;
    let keys = ranks.get(node);
    if (!keys) {
      keys = new Map(Object.keys(node).map((name, at) => [name, at]));
      ranks.set(node, keys);
    }
    return keys.get(key) ?? Number.MAX_SAFE_INTEGER;
  };
  const placed = issues.map((entry, given) => {
    let node: unknown = root;
    const place = entry.path.map((key) => {
      const rank = rankIn(node, key);
      node =
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? Reflect.get(node, key)
          : undefined;
      return rank;
    });
    return { entry, place, given };
  });
  placed.sort((a, b) => comparePlaces(a.place, b.place) || a.given - b.given);
  const seen = new Set<string>();
  const ordered: Issue[] = [];
  for (const { entry } of placed) {
    const key = JSON.stringify([entry.path, entry.code]);
    if (seen.has(key)) continue;
    seen.add(key);
    ordered.push(entry);
    if (ordered.length === limit) break;
  }
  return ordered;
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a[at] !== b[at]) return a[at]! - b[at]!;
  }
  return a.length - b.length;
}
