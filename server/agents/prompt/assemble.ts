import type { ModelMessage } from '../port';
import { estimateTokens } from '../tokens';
import type { BlockName, Budgets } from './budget';
import { rosterSection, taskSection } from './delegation';
import type { PromptInput } from './input';
import {
  goalSection,
  hintsSection,
  inputsSection,
  personaSection,
  reviewSection,
  schemaSection,
  slotSection,
} from './sections';
import { turnSection } from './turn';

export type Prompt = {
  system: string;
  messages: ModelMessage[];
  /** The blocks in their order, with their estimated tokens. */
  blocks: { name: BlockName; tokens: number }[];
};

/**
 * The first messages of a step: persona · slot and contract, with its schema · goal · task · roster · inputs · hints · turn · review. Each block stays within its
 * budget, so `promptCeilingTokens(budgets)` holds for the whole. An empty block costs nothing.
 */
export function assemblePrompt(input: PromptInput, budgets: Budgets): Prompt {
  const system = personaSection(input.persona, budgets.persona);
  const verdict = input.review?.kind === 'verdict';
  const sections: [BlockName, string][] = [
    ['slot', slotSection(input.slot, verdict ? 'verdict' : input.turn ? 'turn' : 'text', budgets.slot)],
    ...(input.schema
      ? [['schema', schemaSection(input.schema, !input.turn, budgets.schema)] as [BlockName, string]]
      : []),
    ['goal', goalSection(input.goal, budgets.goal)],
  ];
  if (input.task) sections.push(['task', taskSection(input.task, budgets.task)]);
  if (input.roster?.length) sections.push(['roster', rosterSection(input.roster, budgets.roster)]);
  if (input.inputs.length > 0) sections.push(['inputs', inputsSection(input.inputs, budgets.inputs)]);
  if (input.hints?.length) sections.push(['hints', hintsSection(input.hints, budgets.hints)]);
  if (input.turn) sections.push(['turn', turnSection(input.turn, budgets.turn)]);
  if (input.review) sections.push(['review', reviewSection(input.review, budgets.review)]);
  const counted = ([name, text]: [BlockName, string]) => ({ name, tokens: estimateTokens(text) });
  return {
    system,
    messages: [{ role: 'user', text: sections.map(([, text]) => text).join('\n\n') }],
    blocks: [counted(['persona', system]), ...sections.map(counted)],
  };
}
