import { LEARNED } from '@domain/evolution/detect';
import { type Phrases, phrasesFor } from './phrases';
import { acceptancePoints, covers } from './points';
import type { DemoTask } from './read';

const clip = (text: string, chars: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= chars ? flat : `${flat.slice(0, chars - 1).trimEnd()}…`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first sentence or line of a goal. */
const subjectOf = (goal: string): string =>
  clip(goal.split(/\n|(?<=[.!?])\s/)[0] ?? '', 90).replace(/[.!?]+$/, '');

/** The first line of a text that says something: no heading, quotation or label. */
const gist = (text: string): string =>
  clip(
    text.split('\n').find((line) => /^[\p{L}\p{N}“«"(]/u.test(line.trim()) && !line.includes('Demo model')) ??
      text,
    140,
  );

/** A tool's JSON as lines for a person; other text as it is. */
function toolLines(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const rows = Array.isArray(value) ? value : Object.values(value ?? {}).find(Array.isArray);
    if (rows) {
      return rows
        .slice(0, 20)
        .map((row: unknown) => {
          const cells = row && typeof row === 'object' ? Object.values(row) : [row];
          return `- ${cells.filter((cell) => ['string', 'number'].includes(typeof cell)).join(' · ')}`;
        })
        .join('\n');
    }
  } catch {
    // Not JSON: shown as it came.
  }
  return clip(text, 400);
}

function render(task: DemoTask, points: string[], say: Phrases): string {
  const subject = subjectOf(task.goal);
  const parts = [
    `# ${clip(task.title, 80) || say.draft}: ${subject}`,
    `> ${clip(task.asked ?? task.goal, 280)}`,
    `_${say.label}_`,
  ];
  if (task.issues.length > 0) {
    const lines = task.issues.map((issue) => `- ${say.nowCovered(issue.criterion || clip(issue.text, 80))}`);
    parts.push(`## ${say.changed}\n\n${lines.join('\n')}`);
  }
  for (const result of task.toolResults.filter((r) => !r.failed)) {
    parts.push(`## ${say.asked} (${result.name})\n\n${toolLines(result.text)}`);
  }
  if (task.inputs.length > 0) {
    const lines = task.inputs.map((input) => `- **${clip(input.title, 60)}**: ${gist(input.text)}`);
    parts.push(`## ${say.builtOn}\n\n${lines.join('\n')}`);
  }
  points.forEach((point, index) => {
    const part = say.part[index % say.part.length]!;
    parts.push(`## ${capital(point)}\n\n${part(subject)}`);
  });
  if (points.length === 0) parts.push(say.noPoints);
  parts.push(`## ${say.next}\n\n${say.nextText}`);
  return parts.join('\n\n');
}

/**
 * The deliverable of a slot: one part for each point of its contract and goal. A first delivery that somebody will
 * review leaves the last point out, so that a person sees a rejection and its rework; the next round has it all, and so
 * has the first one of a contract that has learned from reviews.
 */
export function writeDelivery(task: DemoTask): string {
  const say = phrasesFor(task.goal);
  const points = acceptancePoints(task.contract, task.goal);
  if (task.issues.length > 0) {
    const unlisted = task.issues.map((issue) => issue.criterion).filter((c) => c && !points.includes(c));
    return render(task, [...points, ...unlisted], say);
  }
  if (task.reviewed && !task.contract.includes(LEARNED)) {
    for (let left = points.length - 1; left >= 0; left--) {
      const text = render(task, points.toSpliced(left, 1), say);
      if (!covers(text, points[left]!)) return text;
    }
  }
  return render(task, points, say);
}
