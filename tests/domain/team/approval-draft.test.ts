import { Manifest } from '@domain/team/manifest';
import type { SlotApproval } from '@domain/team/slot';
import { describe, expect, it } from 'vitest';
import type { ManifestDraft } from '../../../components/team/draft';
import { fromManifest, toManifest } from '../../../components/team/draft-manifest';
import { readDraft } from '../../../components/team/read-draft';
import { fixedSlot } from '../../support/manifests';

const AGENT = '00000000-0000-4000-8000-000000000001';

const document = (approval?: SlotApproval): Manifest =>
  Manifest.parse({
    manifestVersion: 1,
    protocol: { kind: 'pipeline' },
    slots: [fixedSlot('a', AGENT, approval ? { approval } : {})],
  });
const approvalOf = (draft: ManifestDraft): unknown => Manifest.parse(toManifest(draft)).slots[0]?.approval;
const withApproval = (approval: SlotApproval): ManifestDraft => {
  const draft = fromManifest(document());
  return { ...draft, slots: draft.slots.map((slot) => ({ ...slot, approval })) };
};

describe('a slot’s approvals in the form', () => {
  it.each([undefined, { before: true }, { after: true, fourEyes: true }, { before: true, after: true }])(
    'come out as they went in: %o',
    (approval) => {
      expect(approvalOf(fromManifest(document(approval)))).toEqual(approval);
      const unfinished = { ...document(approval), slots: [{ ...document(approval).slots[0], title: '' }] };
      expect(readDraft(unfinished)?.slots[0]?.approval).toEqual(approval ?? {});
    },
  );

  it('are left out of the document when nobody has to decide', () => {
    expect(toManifest(withApproval({ before: false, after: false })).slots).not.toMatchObject([
      { approval: expect.anything() },
    ]);
    expect(approvalOf(withApproval({ before: true, after: false, fourEyes: false }))).toEqual({
      before: true,
    });
  });
});
