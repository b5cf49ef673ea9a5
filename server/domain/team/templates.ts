import { Manifest } from './manifest';

type SlotText = { id: string; title: string; responsibility: string; contract: string; review?: true };

/** A seed that fills a new team's form. It is no team: what it gives is edited and proposed like any draft. */
export type TeamTemplate = {
  key: 'delivery_qa_gate' | 'code_delivery' | 'research_fan_out';
  title: string;
  description: string;
  slotTitles: string[];
  /** Fills the slots with these agents in turn. @throws RangeError without an agent */
  build: (agentIds: readonly string[]) => Manifest;
};

function template(
  key: TeamTemplate['key'],
  kind: 'pipeline' | 'review_gate' | 'fan_out',
  [title, description]: [string, string],
  slots: readonly SlotText[],
): TeamTemplate {
  const build = (agentIds: readonly string[]): Manifest => {
    if (agentIds.length === 0) throw new RangeError('A template needs at least one agent');
    return Manifest.parse({
      manifestVersion: 1,
      protocol: { kind },
      slots: slots.map(({ contract, ...slot }, at) => ({
        ...slot,
        contract: { text: contract },
        binding: { mode: 'fixed', agentId: agentIds[at % agentIds.length] },
      })),
    });
  };
  return { key, title, description, slotTitles: slots.map((slot) => slot.title), build };
}

const DELIVERY_QA_GATE = template(
  'delivery_qa_gate',
  'review_gate',
  ['Delivery + QA gate', 'Someone delivers, someone else accepts or sends it back with reasons.'],
  [
    {
      id: 'delivery',
      title: 'Delivery',
      responsibility: 'Produce what the goal asks for, complete and ready to use.',
      contract:
        'The deliverable itself, followed by a section "Acceptance points" that says for each point of the goal where it is met.',
    },
    {
      id: 'qa',
      title: 'QA',
      responsibility:
        'Check the delivery against the goal and its contract, point by point. Reject when a point is missing or wrong, and say what would have to change.',
      contract: 'A verdict: accept, or reject with one issue for each point that is not met.',
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
