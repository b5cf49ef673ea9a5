import { Verdict } from '@domain/run/fact';
import { z } from 'zod';
import type { ModelRequest } from '../port';
import { jsonIn } from './json-in';

const Strict = z.strictObject({
  accept: z.boolean().describe('true: the work fulfils its contract'),
  issues: z.array(
    z.strictObject({
      criterion: z.string().describe('The point of the contract or goal that is missed'),
      text: z.string().describe('What is wrong and what must change'),
    }),
  ),
});

const { $schema: _, ...jsonSchema } = z.toJSONSchema(Strict);

/** How a reviewer answers, in words as well: some models take no schema. */
export const VERDICT_WORDS =
  'Answer with one JSON object and nothing else: {"accept": boolean, "issues": [{"criterion": string, "text": string}]}';

/** The structured output that a reviewer is asked for. */
export const VERDICT_SCHEMA: NonNullable<ModelRequest['schema']> = { name: 'verdict', jsonSchema };

/** A reviewer who lists more than this says nothing that a reader could act on. */
const MAX_ISSUES = 50;

export type VerdictReading =
  | { ok: true; verdict: Verdict }
  /** `repair` is the message that asks the model to say it again. */
  | { ok: false; problem: string; repair: string };

const unreadable = (problem: string): VerdictReading => ({
  ok: false,
  problem,
  repair: `Your answer is no verdict: ${problem}. ${VERDICT_WORDS}, with at least one issue when accept is false.`,
});

/**
 * A verdict, or why there is none. An answer that cannot be read is never an acceptance, and a rejection without an
 * issue is no verdict: there would be nothing to do better.
 */
export function readVerdict(text: string): VerdictReading {
  const value = jsonIn(text.trim());
  if (value === undefined) return unreadable('it is not JSON');
  const parsed = Verdict.safeParse(value);
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    return unreadable(
      first ? `${first.path.join('.') || 'the object'}: ${first.message}` : 'its shape is wrong',
    );
  }
  const { accept, issues } = parsed.data;
  if (!accept && issues.length === 0) return unreadable('it rejects without an issue');
  if (issues.length > MAX_ISSUES) return unreadable(`it has more than ${MAX_ISSUES} issues`);
  return { ok: true, verdict: { accept, issues } };
}
