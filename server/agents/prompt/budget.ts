import { costMicros, type ModelPrice } from '@domain/money';
import type { ModelMessage } from '../port';
import { estimateTokens } from '../tokens';

const BLOCK_NAMES = [
  ...(['persona', 'slot', 'goal', 'inputs', 'hints', 'review', 'tools', 'schema'] as const),
  ...(['task', 'roster', 'teamwork', 'turn'] as const),
] as const;
export type BlockName = (typeof BLOCK_NAMES)[number];
export type Budgets = Record<BlockName, number>;

/** Estimated tokens that a block may have; a longer text is shortened and marked. 0: the block is left out. */
const FULL: Budgets = {
  persona: 1_200,
  slot: 2_000,
  goal: 4_000,
  inputs: 12_000,
  /** Twenty notes. */
  hints: 4_000,
  review: 12_000,
  /** Names, descriptions and schemas of the offered tools. */
  tools: 2_000,
  /** The JSON Schema of a structured delivery, in words and as the provider takes it. */
  schema: 6_300,
  /** What a lead asks of a delegated step. */
  task: 3_000,
  /** Whom a lead may give work to. */
  roster: 3_000,
  /** The tools by which it does. */
  teamwork: 1_000,
  /** Who gave an actor its turn, what it delivered before, who may be next. */
  turn: 12_000,
};

/** Which blocks a step's prompt will have, known from its plan before anything is read or assembled. */
export type PromptShape = {
  inputs: boolean;
  review: boolean;
  tools: boolean;
  hints?: boolean;
  schema?: boolean;
  task?: boolean;
  roster?: boolean;
  turn?: boolean;
};

export const budgetsFor = (shape: PromptShape): Budgets => ({
  ...FULL,
  inputs: shape.inputs ? FULL.inputs : 0,
  review: shape.review ? FULL.review : 0,
  tools: shape.tools ? FULL.tools : 0,
  hints: shape.hints ? FULL.hints : 0,
  schema: shape.schema ? FULL.schema : 0,
  task: shape.task ? FULL.task : 0,
  roster: shape.roster ? FULL.roster : 0,
  teamwork: shape.roster ? FULL.teamwork : 0,
  turn: shape.turn ? FULL.turn : 0,
});

/** Providers count differently from the estimate; this much more is reserved. */
const MARGIN = 1.3;
/** Tokens around a message that are nobody's text: roles, separators. */
const PER_MESSAGE = 16;

/** Input tokens that a step's first call has at most. */
export const promptCeilingTokens = (budgets: Budgets): number =>
  Math.ceil(BLOCK_NAMES.reduce((sum, name) => sum + budgets[name], 0) * MARGIN) + 2 * PER_MESSAGE;

/**
 * What a call may cost at most, in micro-dollars: its prompt's budgets, what was said in it since (`exchangeTokens`,
 * 0 for the first call) and a full answer.
 */
export const ceilingMicros = (
  price: ModelPrice,
  budgets: Budgets,
  maxOutputTokens: number,
  exchangeTokens = 0,
): number => costMicros(price, promptCeilingTokens(budgets) + exchangeTokens, maxOutputTokens);

/** Input tokens at most of messages that were added to a prompt: tool calls, their results, repairs. */
export function exchangeCeilingTokens(messages: readonly ModelMessage[]): number {
  const tokens = messages.reduce((sum, message) => sum + estimateTokens(JSON.stringify(message)), 0);
  return Math.ceil(tokens * MARGIN) + messages.length * PER_MESSAGE;
}
