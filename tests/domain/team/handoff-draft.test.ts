import { describe, expect, it } from 'vitest';
import { newDraft, newSlot } from '../../../components/team/draft';
import { fromManifest, toManifest } from '../../../components/team/draft-manifest';
import { withWays } from '../../../components/team/handoff-draft';
import { readDraft } from '../../../components/team/read-draft';
import { holds } from '../run/law';
import { accepted, agent, issuesOf } from './documents';
import { manifests } from './random-manifest';

const filled = () => {
  const slots = ['Make', 'Check', 'Print'].map((title) => newSlot({ title, agentId: agent() }));
  const draft = newDraft('handoff', slots);
  return { ...draft, handoff: withWays(draft.handoff, slots) };
};

describe('the form of a handoff', () => {
  it('loses nothing of a version that it shows (H-92)', () => {
    holds(manifests('handoff'), (raw) => {
      const manifest = accepted(raw);
      expect(accepted(toManifest(fromManifest(manifest))).protocol).toEqual(manifest.protocol);
    });
  });

  it('begins with what can be saved: neighbours hand over to each other, the first slot begins', () => {
    const { protocol } = accepted(toManifest(filled()));
    expect(protocol).toMatchObject({
      entrySlot: 'make',
      edges: [
        { from: 'make', to: 'check' },
        { from: 'check', to: 'make' },
        { from: 'check', to: 'print' },
        { from: 'print', to: 'check' },
      ],
      maxRounds: 12,
    });
  });

  it('keeps an unfinished draft, and forgets the ways of a slot that is gone', () => {
    const draft = filled();
    const saved = toManifest({ ...draft, handoff: { ...draft.handoff, maxRounds: '', waitSeconds: '90' } });
    expect(issuesOf(saved)).toEqual(['protocol.maxRounds: out_of_range']);
    const again = readDraft(saved);
    expect(again?.handoff).toMatchObject({ maxRounds: '', waitSeconds: '90' });
    expect(again?.handoff.ways).toHaveLength(4);
    const fewer = { ...draft, slots: draft.slots.slice(1) };
    expect(accepted(toManifest(fewer)).protocol).toMatchObject({ entrySlot: 'check', edges: { length: 2 } });
  });
});
