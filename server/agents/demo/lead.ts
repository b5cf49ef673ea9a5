import { z } from 'zod';
import type { ModelMessage, ModelRequest, ModelToolCall } from '../port';
import { phrasesFor } from './phrases';
import type { DemoTask } from './read';

/** Tools whose results are deliveries of others. */
export const DELEGATING: ReadonlySet<string> = new Set(['delegate', 'plan']);
/** Workers that the demo model gives work to: enough to show how it goes. */
const MOST_WORKERS = 6;
/** From this many workers on, the last one works on what the others delivered. */
const JOINED_FROM = 3;

const Delivered = z.object({
  results: z.array(z.object({ title: z.string(), delivery: z.string().optional() })),
});

/**
 * How the demo model leads: one plan with a task for each worker, side by side; of three and more the last builds on
 * the others. A step that was itself delegated does its task alone.
 */
export function planWork(
  request: ModelRequest,
  { asked, workers, goal }: DemoTask,
): ModelToolCall | undefined {
  const mayPlan = request.tools.some(({ name }) => name === 'plan');
  if (!mayPlan || asked !== undefined || workers.length === 0) return undefined;
  const say = phrasesFor(goal);
  const subject = goal.split('\n')[0]?.slice(0, 160) ?? '';
  const shown = workers.slice(0, MOST_WORKERS);
  const ids = shown.map((_, at) => `part-${at + 1}`);
  const tasks = shown.map(({ slot }, at) => {
    const last = at >= JOINED_FROM - 1 && at === shown.length - 1;
    return {
      id: ids[at],
      agent: slot,
      prompt: last ? say.together(subject) : say.yourPart(subject),
      depends_on: last ? ids.slice(0, -1) : [],
    };
  });
  return { id: 'demo-plan', name: 'plan', args: { tasks } };
}

/** What a message says that others have delivered. */
export function deliveriesIn(message: ModelMessage): { title: string; text: string }[] {
  if (message.role !== 'tool' || !DELEGATING.has(message.name)) return [];
  try {
    const { results } = Delivered.parse(JSON.parse(message.text));
    return results.flatMap(({ title, delivery }) =>
      delivery === undefined ? [] : [{ title, text: delivery }],
    );
  } catch {
    // A refusal in words: nothing was delivered.
    return [];
  }
}
