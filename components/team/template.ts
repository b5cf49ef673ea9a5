import type { AgentOption } from './agent-select';
import { type ManifestDraft, newDraft, newSlot } from './draft';

export type TemplateWords = Record<
  | 'planTitle'
  | 'planTask'
  | 'planContract'
  | 'buildTitle'
  | 'buildTask'
  | 'buildContract'
  | 'qaTitle'
  | 'qaTask'
  | 'qaContract',
  string
>;

/**
 * Delivery + QA gate: plan, build, review. Agents are filled
 * in as far as there are enough of them.
 */
export function deliveryTemplate(words: TemplateWords, agents: readonly AgentOption[]): ManifestDraft {
  const [first, second = first] = agents;
  const reviewer = agents[2] ?? first;
  return newDraft('review_gate', [
    newSlot({
      title: words.planTitle,
      responsibility: words.planTask,
      contract: words.planContract,
      agentId: first?.id ?? '',
    }),
    newSlot({
      title: words.buildTitle,
      responsibility: words.buildTask,
      contract: words.buildContract,
      agentId: second?.id ?? '',
    }),
    newSlot({
      title: words.qaTitle,
      responsibility: words.qaTask,
      contract: words.qaContract,
      agentId: reviewer?.id ?? '',
      review: true,
    }),
  ]);
}
