import type { ReviewIssue } from '@domain/run/fact';
import type { ModelRequest } from '../port';
import { readBlocks, type Tag } from '../prompt/tags';
import { DELEGATING, deliveriesIn } from './lead';

/** What the demo model understands of its prompt. */
export type DemoTask = {
  title: string;
  responsibility: string;
  contract: string;
  goal: string;
  /** What a lead has asked of this step. */
  asked?: string | undefined;
  /** Whom this step may give work to. */
  workers: { slot: string; title: string }[];
  /** Somebody will accept or reject what is delivered. */
  reviewed: boolean;
  inputs: { title: string; text: string }[];
  round: number;
  /** Of the rejection that this round answers, or of the rounds before this review. */
  issues: ReviewIssue[];
  /** The work to judge, for a reviewer. */
  work: { text: string; contract: string } | null;
  toolResults: { name: string; text: string; failed: boolean }[];
};

/** Reads the blocks of an assembled prompt; any other text counts as the goal. */
export function readTask(request: ModelRequest): DemoTask {
  const first = request.messages.find((message) => message.role === 'user')?.text ?? '';
  const one = (tag: Tag): string | undefined => readBlocks(first, tag)[0]?.text;
  const work = one('work');
  return {
    title: readBlocks(first, 'slot')[0]?.attributes.title ?? '',
    responsibility: one('slot') ?? '',
    contract: one('contract') ?? '',
    goal: one('goal') ?? first,
    asked: one('task'),
    workers: readBlocks(first, 'worker').map(({ attributes: { slot = '', title = '' } }) => ({
      slot,
      title,
    })),
    reviewed: one('reviewer') !== undefined,
    inputs: [
      ...readBlocks(first, 'input').map((b) => ({ title: b.attributes.title ?? '', text: b.text })),
      ...request.messages.flatMap((message) => deliveriesIn(message)),
    ],
    round: Number(one('round') ?? 1) || 1,
    issues: readBlocks(first, 'issue').map((b) => ({
      criterion: b.attributes.criterion ?? '',
      text: b.text,
    })),
    work: work === undefined ? null : { text: work, contract: one('work_contract') ?? '' },
    toolResults: request.messages.flatMap((message) =>
      message.role === 'tool' && !DELEGATING.has(message.name)
        ? [{ name: message.name, text: message.text, failed: message.failed ?? false }]
        : [],
    ),
  };
}
