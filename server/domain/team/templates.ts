import { Manifest } from './manifest';

type SlotText = { id: string; title: string; responsibility: string; contract: string; review?: true };

/** A seed that fills a new team's form. It is no team: what it gives is edited and proposed like any draft. */
export type TeamTemplate = {
  key: 'delivery_qa_gate' | 'code_delivery' | 'research_fan_out';
  kind: 'pipeline' | 'review_gate' | 'fan_out';
  title: string;
  description: string;
  slots: readonly SlotText[];
  /** Fills the slots as `shareOut` says. @throws RangeError without an agent */
  build: (agentIds: readonly string[]) => Manifest;
};

/**
 * Who takes which slot: the work goes round, a review is the last agent's alone, so that nobody judges their own
 * work as soon as there are two. An empty id where there is no agent at all.
 */
export function shareOut(slots: readonly { review?: boolean }[], agentIds: readonly string[]): string[] {
  const reviews = slots.some((slot) => slot.review);
  const workers = reviews && agentIds.length > 1 ? agentIds.slice(0, -1) : agentIds;
  let turn = 0;
  return slots.map((slot) => {
    if (slot.review) return agentIds.at(-1) ?? '';
    turn += 1;
    return workers[(turn - 1) % workers.length] ?? '';
  });
}

function template(
  key: TeamTemplate['key'],
  kind: TeamTemplate['kind'],
  [title, description]: [string, string],
  slots: readonly SlotText[],
): TeamTemplate {
  const build = (agentIds: readonly string[]): Manifest => {
    if (agentIds.length === 0) throw new RangeError('A template needs at least one agent');
    const agents = shareOut(slots, agentIds);
    return Manifest.parse({
      manifestVersion: 1,
      protocol: { kind },
      slots: slots.map(({ contract, ...slot }, at) => ({
        ...slot,
        contract: { text: contract },
        binding: { mode: 'fixed', agentId: agents[at] },
      })),
    });
  };
  return { key, kind, title, description, slots, build };
}

const DELIVERY_QA_GATE = template(
  'delivery_qa_gate',
  'review_gate',
  ['Delivery + QA gate', 'Plans, delivers, and does not let anything out that misses the goal.'],
  [
    {
      id: 'plan',
      title: 'Plan',
      responsibility:
        'Break the goal down into a short plan: what is to be delivered, in which parts, and how one can tell that each is done.',
      contract: 'A numbered plan with one acceptance point per part.',
    },
    {
      id: 'deliver',
      title: 'Deliver',
      responsibility:
        'Carry the plan out and deliver the result in full. If issues came back from the review, resolve each of them.',
      contract: 'The complete result, ready to use, with every acceptance point of the plan met.',
    },
    {
      id: 'qa-gate',
      title: 'QA gate',
      responsibility:
        'Check the delivery against the goal and every acceptance point. Reject with concrete issues if anything is missing or wrong; accept only what can be used as it is.',
      contract: 'A verdict: accept, or reject with issues.',
      review: true,
    },
  ],
);

const CODE_DELIVERY = template(
  'code_delivery',
  'pipeline',
  ['Code Delivery', 'From a request to a design, an implementation and release notes.'],
  [
    {
      id: 'analysis',
      title: 'Analysis',
      responsibility: 'Turn the goal into requirements that can be checked, and name what is out of scope.',
      contract:
        'Numbered requirements, each with its acceptance point, and a list of open questions with assumptions.',
    },
    {
      id: 'design',
      title: 'Design',
      responsibility: 'Decide how the requirements are met: parts, interfaces, data, errors.',
      contract: 'A design note: parts and what each is for, interfaces, decisions with their reasons, risks.',
    },
    {
      id: 'implementation',
      title: 'Implementation',
      responsibility: 'Write the code and its tests as the design says.',
      contract:
        'Code blocks with their file paths, tests included, and a note on anything that differs from the design.',
    },
    {
      id: 'release',
      title: 'Release notes',
      responsibility: 'Tell the people who will use it what changed and how to take it over.',
      contract: 'Release notes: what is new, what changes for users, how to install and how to go back.',
    },
  ],
);

const RESEARCH_FAN_OUT = template(
  'research_fan_out',
  'fan_out',
  ['Research Fan-out', 'Several researchers look from different sides, one joins what they found.'],
  [
    {
      id: 'sources',
      title: 'Facts and sources',
      responsibility: 'Collect what is known about the question, with where each fact comes from.',
      contract: 'Facts in short sentences, each with its source and how certain it is.',
    },
    {
      id: 'counterpoints',
      title: 'Counterpoints',
      responsibility: 'Look for what speaks against the obvious answer: failures, limits, other views.',
      contract: 'Counterpoints, each with its strength and what would settle it.',
    },
    {
      id: 'practice',
      title: 'Practice',
      responsibility: 'Describe how this is done in practice: examples, costs, typical mistakes.',
      contract: 'Two to five examples with what they teach, and rough figures.',
    },
    {
      id: 'synthesis',
      title: 'Synthesis',
      responsibility: 'Join the findings into one answer; where they disagree, say so and weigh them.',
      contract: 'An answer in one paragraph, the reasoning, disagreements, and what remains unknown.',
    },
  ],
);

export const TEMPLATES: readonly TeamTemplate[] = [DELIVERY_QA_GATE, CODE_DELIVERY, RESEARCH_FAN_OUT];

export const templateOf = (key: TeamTemplate['key']): TeamTemplate =>
  TEMPLATES.find((entry) => entry.key === key) ?? DELIVERY_QA_GATE;
