import type { Issue } from '../errors';
import { isProtocolKind, type SlotField, TRAITS } from '../protocol/kinds';
import { dagIssues } from './dag-rules';
import { issue } from './issues';
import type { Outline } from './outline';

/** Rules about slots, and about what a protocol makes of them, that no single field can tell. */
export function referenceIssues(outline: Outline): Issue[] {
  const ids = new Set(outline.slots.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return [...duplicates(outline), ...unusedFields(outline), ...kindIssues(outline, ids)];
}

function kindIssues(outline: Outline, ids: ReadonlySet<string>): Issue[] {
  switch (outline.kind) {
    case 'review_gate':
      return reviewGateIssues(outline);
    case 'dag':
      return dagIssues(outline, ids);
    case 'fan_out':
      return outline.slots.length === 1 ? [issue(['slots'], 'too_few_slots')] : [];
    case 'lead_workers':
      return outline.slots
        .flatMap((slot, at) => (slot.lead ? [at] : []))
        .slice(1)
        .map((at) => issue(['slots', at, 'lead'], 'two_leads'));
    case 'handoff':
      return handoffIssues(outline, ids);
    default:
      return [];
  }
}

/** Ids that a person or a file system takes for the same: equal after NFKC and without regard to case. */
const folded = (id: string): string => id.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

function duplicates({ slots }: Outline): Issue[] {
  const seen = new Set<string>();
  return slots.flatMap(({ id }, at) => {
    if (id === undefined) return [];
    const key = folded(id);
    if (seen.has(key)) return [issue(['slots', at, 'id'], 'duplicate_slot')];
    seen.add(key);
    return [];
  });
}

/** A field that promises what the protocol does not do. */
function unusedFields({ kind, slots }: Outline): Issue[] {
  if (!isProtocolKind(kind)) return [];
  const { slotFields } = TRAITS[kind];
  const fields: SlotField[] = ['review', 'reviewOf', 'lead', 'optional'];
  return slots.flatMap((slot, at) =>
    fields
      .filter((name) => slot[name] && !slotFields.includes(name))
      .map((name) => issue(['slots', at, name], 'unused_field')),
  );
}

function reviewGateIssues({ slots }: Outline): Issue[] {
  const issues: Issue[] = [];
  const reviews = slots.flatMap((slot, at) => (slot.review ? [at] : []));
  if (slots.length > 0 && (reviews.length === 0 || reviews.length === slots.length)) {
    issues.push(issue(['slots'], 'bad_review_gate'));
  }
  for (const at of reviews.slice(1)) issues.push(issue(['slots', at, 'review'], 'bad_review_gate'));
  slots.forEach((slot, at) => {
    if (slot.review && slot.optional) issues.push(issue(['slots', at, 'optional'], 'optional_review'));
    if (slot.reviewOf === undefined) return;
    const target = slots.find((other) => other.id === slot.reviewOf);
    if (!slot.review) issues.push(issue(['slots', at, 'reviewOf'], 'unused_field'));
    else if (!target || target.review) issues.push(issue(['slots', at, 'reviewOf'], 'bad_review_target'));
  });
  return issues;
}

function handoffIssues({ edges, entrySlot }: Outline, ids: ReadonlySet<string>): Issue[] {
  const issues: Issue[] = [];
  if (edges.length === 0) issues.push(issue(['protocol', 'edges'], 'no_edges'));
  if (entrySlot !== undefined && !ids.has(entrySlot))
    issues.push(issue(['protocol', 'entrySlot'], 'bad_entry'));
  const seen = new Set<string>();
  edges.forEach(({ from, to }, at) => {
    const path = ['protocol', 'edges', at];
    if (from !== undefined && !ids.has(from)) issues.push(issue([...path, 'from'], 'bad_edge'));
    if (to !== undefined && (to === from || !ids.has(to))) issues.push(issue([...path, 'to'], 'bad_edge'));
    const key = JSON.stringify([from, to]);
    if (seen.has(key)) issues.push(issue(path, 'duplicate_edge'));
    seen.add(key);
  });
  return issues;
}
