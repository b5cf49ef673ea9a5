import type { TaskBrief, WorkerBrief } from './input';
import { fenced, label } from './sections';
import { block } from './tags';

/** Tokens of a section that are this code's own sentences and tags. */
const FRAME = 250;
/** The same for one worker, with its title. */
const WORKER_FRAME = 60;
/** A worker with less room than this says nothing: later ones are then left out, by count. */
const LEAST_WORKER = 80;

/** What a delegated step is asked to do: an instruction, of the step that delegated it. */
export const taskSection = ({ from, text }: TaskBrief, budget: number): string =>
  [
    block('task', fenced(text, budget - FRAME), { from: label(from, 60) }),
    'Do this task as your part of the goal; your answer goes to who gave it to you.',
  ].join('\n');

/** Whom a lead may give work to, and how. */
export function rosterSection(workers: readonly WorkerBrief[], budget: number): string {
  const room = budget - FRAME;
  const shown = workers.slice(0, Math.floor(room / LEAST_WORKER));
  const each = Math.floor(room / Math.max(1, shown.length)) - WORKER_FRAME;
  const blocks = shown.map(({ slotId, title, responsibility }) =>
    block('worker', fenced(responsibility, each), { slot: label(slotId, 20), title: label(title, 25) }),
  );
  if (shown.length < workers.length) blocks.push(`(${workers.length - shown.length} more are not shown.)`);
  return [
    ...blocks,
    'You lead. Give the workers above what they do better than you, with the tools delegate (one piece) or plan (several, with what waits for what and who reviews whom); name a worker by its slot. You wait meanwhile, then you are told what each delivered or why not. They know the goal and nothing else of this talk. What you deliver in the end is yours: join their deliveries into one answer.',
  ].join('\n');
}
