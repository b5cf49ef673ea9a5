/** Points that a contract or goal states, and whether a text covers them. */

const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.*)$/;
const ACCEPTANCE = /^\s*(?:#+\s*)?(?:acceptance(?: criteria)?|критерии при[её]мки|при[её]мка)\s*:?\s*(.*)$/i;
const MAX_POINTS = 8;
const MAX_CHARS = 160;

const tidy = (text: string): string =>
  text
    .replace(/\[[ x]\]\s*/i, '')
    .replace(/[*_`#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,:]+$/, '')
    .slice(0, MAX_CHARS);

function unique(points: string[]): string[] {
  const seen = new Set<string>();
  return points.filter((point) => {
    const key = point.toLowerCase();
    if (point.length < 3 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Bullet points and the lines of an acceptance list. */
function listedPoints(text: string): string[] {
  const points = text.split('\n').flatMap((line) => {
    const acceptance = ACCEPTANCE.exec(line);
    if (acceptance) return (acceptance[1] ?? '').split(';');
    return BULLET.exec(line)?.[1] ?? [];
  });
  return unique(points.map(tidy)).slice(0, MAX_POINTS);
}

/** The points of a contract; one without a list is taken sentence by sentence. */
function contractPoints(contract: string): string[] {
  const listed = listedPoints(contract);
  if (listed.length > 0) return listed;
  return unique(contract.split(/(?<=[.;!?])\s+|\n/).map(tidy)).slice(0, MAX_POINTS);
}

/** What the work has to cover: its contract, then what the goal lists. */
export const acceptancePoints = (contract: string, goal: string): string[] =>
  unique([...contractPoints(contract), ...listedPoints(goal)]).slice(0, MAX_POINTS);

const STOP = new Set(
  'with that this from have each into must should will them they their there what when which about than then also only для что как или это при все его она они быть'.split(
    ' ',
  ),
);

const stem = (word: string): string => word.slice(0, 6);

function words(text: string): string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => word.length > 3 && !STOP.has(word));
  return [...new Set((telling.length > 0 ? telling : all).map(stem))];
}

/** Share of a point's telling words that one section must have. */
const ENOUGH = 0.6;

/** Whether one section of the work speaks about the point. Quotations do not count: they are the goal repeated. */
export function covers(work: string, point: string): boolean {
  const wanted = words(point);
  if (wanted.length === 0) return true;
  return work.split(/\n(?=#)/).some((section) => {
    const own = section.split('\n').filter((line) => !line.startsWith('>'));
    const present = new Set(
      (
        own
          .join('\n')
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? []
      ).map(stem),
    );
    return wanted.filter((word) => present.has(word)).length / wanted.length >= ENOUGH;
  });
}
