import type { Verdict } from '@domain/run/fact';
import { phrasesFor } from './phrases';
import { acceptancePoints, covers } from './points';
import type { DemoTask } from './read';

/** Issues of one rejection: a person reads them. */
const MAX_ISSUES = 3;

/** Rejects a first delivery that misses stated points, and accepts whatever came back from rework. */
export function judge(task: DemoTask): Verdict {
  if (!task.work || task.round > 1) return { accept: true, issues: [] };
  const { text, contract } = task.work;
  const say = phrasesFor(task.goal);
  const missed = acceptancePoints(contract, task.goal).filter((point) => !covers(text, point));
  return {
    accept: missed.length === 0,
    issues: missed.slice(0, MAX_ISSUES).map((point) => ({ criterion: point, text: say.missing(point) })),
  };
}
