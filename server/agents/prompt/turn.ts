import { type Intent, IntentKind } from '@domain/run/handoff-facts';
import { inOrder } from '@domain/team/contract-order';
import { readBySchema } from '@domain/team/contract-schema';
import { z } from 'zod';
import type { JsonSchema, ModelRequest } from '../port';
import type { TurnBrief } from './input';
import { jsonIn } from './json-in';
import { fenced, label } from './sections';
import { block } from './tags';

const Strict = z.strictObject({
  delivery: z.string().describe('What you deliver, whole, as Markdown'),
  intent: IntentKind.describe('What comes next'),
  to: z.string().describe('handoff: the slot that acts next; otherwise empty'),
  reason: z
    .string()
    .describe('handoff: what the next one should do; complete: the final summary; cancel: why'),
});

const { $schema: _, ...TURN } = z.toJSONSchema(Strict);

/** The structured output that an actor of a handoff is asked for; `contract`: the JSON Schema of its delivery. */
export const turnSchema = (contract?: JsonSchema): NonNullable<ModelRequest['schema']> => ({
  name: 'turn',
  jsonSchema: contract ? { ...TURN, properties: { ...TURN.properties, delivery: inOrder(contract) } } : TURN,
});

/** How an actor answers, in words as well: some models take no schema. */
const TURN_WORDS =
  'Answer with one JSON object and nothing else: {"delivery": your delivery, "intent": "handoff" | "complete" | "cancel" | "none", "to": slot, "reason": string}';

/** Characters of an intent's words: they stand in the journal. */
const MAX_REASON = 2_000;
const MAX_TO = 200;

const Loose = z.object({
  delivery: z.unknown(),
  intent: IntentKind,
  to: z.string().nullish(),
  reason: z.string().nullish(),
});

export type TurnReading =
  | { ok: true; text: string; value?: unknown; intent: Intent }
  /** `repair` is the message that asks the model to say it again. */
  | { ok: false; problem: string; repair: string };

const unreadable = (problem: string): TurnReading => ({
  ok: false,
  problem,
  repair: `Your answer says nothing that can be followed: ${problem}. ${TURN_WORDS}.`,
});

/** What an actor delivers and wants, or why neither can be read: such an answer moves nothing. */
export function readTurn(contract: JsonSchema | undefined, answer: string): TurnReading {
  const parsed = Loose.safeParse(jsonIn(answer.trim()));
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    return unreadable(`${first?.path.join('.') || 'the object'}: ${first?.message ?? 'its shape is wrong'}`);
  }
  const { delivery, intent: kind, to, reason } = parsed.data;
  if (kind === 'handoff' && !to?.trim()) return unreadable('to: a handoff names the slot that acts next');
  const delivered = readDelivered(contract, delivery, kind === 'handoff' || kind === 'complete');
  if (typeof delivered === 'string') return unreadable(`delivery: ${delivered}`);
  const intent: Intent = {
    kind,
    ...(kind === 'handoff' && to && { to: to.trim().slice(0, MAX_TO) }),
    ...(reason?.trim() && { reason: reason.trim().slice(0, MAX_REASON) }),
  };
  return { ok: true, ...delivered, intent };
}

/** A delivery, or why it is none. Who only stops needs none. */
function readDelivered(
  contract: JsonSchema | undefined,
  delivery: unknown,
  needed: boolean,
): { text: string; value?: unknown } | string {
  if (contract && (needed || delivery)) {
    const reading = readBySchema(contract, delivery);
    return reading.ok
      ? { text: JSON.stringify(reading.value, null, 2), value: reading.value }
      : reading.problem;
  }
  if (typeof delivery === 'string' && (!needed || delivery.trim() !== '')) return { text: delivery };
  return needed ? 'it has to be a text that is not empty' : { text: '' };
}

/** Tokens of this section that are this code's own sentences and tags, and the schema as the provider takes it. */
const FRAME = 900;
const TARGET_FRAME = 60;
/** A target with less room than this says nothing: later ones are then left out, by count. */
const LEAST_TARGET = 80;

/** Whose turn it is and why, what it delivered before, who may be next. */
export function turnSection(turn: TurnBrief, budget: number): string {
  const room = budget - FRAME;
  const shown = turn.targets.slice(0, Math.floor((room * 0.3) / LEAST_TARGET));
  const each = Math.floor((room * 0.3) / Math.max(1, shown.length)) - TARGET_FRAME;
  const attributes = { from: label(turn.from, 20), round: String(turn.round), left: String(turn.left) };
  const parts = [block('turn', fenced(turn.words, Math.floor(room * 0.1)), attributes)];
  if (turn.previous) parts.push(block('previous', fenced(turn.previous, Math.floor(room * 0.55))));
  for (const { slotId, title, responsibility } of shown)
    parts.push(
      block('target', fenced(responsibility, each), { slot: label(slotId, 20), title: label(title, 25) }),
    );
  if (shown.length < turn.targets.length)
    parts.push(`(${turn.targets.length - shown.length} more slots are not shown.)`);
  parts.push(
    'It is your turn, and nobody else acts. The turn above says who gave it to you and what for; inputs are what the others delivered last.',
    turn.previous
      ? 'What you delivered before stands under previous: deliver it again, whole, as it is now.'
      : '',
    turn.targets.length > 0 && turn.left > 0
      ? `When somebody else has to go on: "handoff" to one of the targets above, by its slot, and in reason what they should do; ${turn.left} handoffs are left.`
      : 'There is nobody to hand over to.',
    'When the goal is reached: "complete", with the final summary in reason.',
    turn.mayCancel ? 'When it cannot be reached: "cancel", and why.' : 'You may not cancel.',
    `${TURN_WORDS}.`,
  );
  return parts.filter(Boolean).join('\n');
}
