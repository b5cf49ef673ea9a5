import { compile, type TeamPeople } from '@domain/protocol/index';
import { describe, expect, it } from 'vitest';
import { accepted, agent, bound, document, slot } from '../team/documents';

const PEOPLE: TeamPeople = {
  hub: { agentId: agent(9), slug: 'coordinator', name: 'Coordinator', role: 'Coordinates' },
  members: [
    { agentId: agent(9), slug: 'coordinator', name: 'Coordinator', role: 'Coordinates' },
    { agentId: agent(2), slug: 'writer', name: 'Writer', role: 'Writes' },
    { agentId: agent(3), slug: 'boss', name: 'Checker', role: 'Checks' },
  ],
};
const fixed = (n: number) => ({ binding: { mode: 'fixed', agentId: agent(n) } });

const planned = (slots: ReturnType<typeof slot>[], people?: TeamPeople) => {
  const manifest = accepted(document({ kind: 'lead_workers' }, slots));
  return compile(manifest, bound(manifest), people);
};

describe('a lead with workers', () => {
  it('is one step: the slot that leads, with the other slots as its roster and no gates (T-43, T-58)', () => {
    const contract = { text: 'A chapter', schema: { type: 'object' } };
    const plan = planned([
      slot('writer', { ...fixed(2), responsibility: 'Write', contract }),
      slot('boss', { ...fixed(1), lead: true, responsibility: 'Lead', maxTurns: 12 }),
      slot('checker', fixed(3)),
    ]);
    expect(plan.steps).toEqual([
      {
        ...{ id: 'boss', slotId: 'boss', agentId: agent(1), title: 'Slot boss', prompt: 'Lead' },
        ...{ dependsOn: [], maxTurns: 12, maxAttempts: 3, contract: '', lead: true },
        roster: [
          {
            ...{ slotId: 'writer', agentId: agent(2), title: 'Slot writer', responsibility: 'Write' },
            ...{ contract: 'A chapter', contractSchema: { type: 'object' } },
          },
          {
            slotId: 'checker',
            agentId: agent(3),
            title: 'Slot checker',
            responsibility: '',
            contract: '',
          },
        ],
      },
    ]);
  });

  it('is led by the team’s hub where no slot leads, under a name that no slot has (T-43)', () => {
    const plan = planned([slot('lead', fixed(2)), slot('lead-2', fixed(3))], PEOPLE);
    expect(plan.steps).toMatchObject([
      { id: 'lead-3', agentId: agent(9), title: 'Coordinator', prompt: 'Coordinates', lead: true },
    ]);
    expect(plan.steps[0]?.roster?.map(({ slotId }) => slotId)).toEqual(['lead', 'lead-2']);
  });

  it('has the members of the team as its roster where no other slot stands, without itself (T-43)', () => {
    const plan = planned([slot('boss', { ...fixed(9), lead: true })], PEOPLE);
    expect(plan.steps[0]?.roster).toMatchObject([
      { slotId: 'writer', agentId: agent(2), title: 'Writer', responsibility: 'Writes' },
      { slotId: 'boss-2', agentId: agent(3), title: 'Checker', responsibility: 'Checks' },
    ]);
  });

  it('cannot be made where nobody leads', () => {
    expect(() => planned([slot('a')])).toThrow(expect.objectContaining({ reason: 'no_lead' }));
  });
});
