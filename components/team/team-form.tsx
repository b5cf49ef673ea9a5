'use client';
import type { Issue } from '@domain/errors';
import { TRAITS } from '@domain/protocol/kinds';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FormAlert } from '../form/form-alert';
import { FormSection } from '../form/form-section';
import { issueOn, useIssueText } from '../form/issue-text';
import type { AgentOption } from './agent-select';
import { type CardDraft, CardFields } from './card-fields';
import { DefaultsFields } from './defaults-fields';
import { type ManifestDraft, newSlot, type SlotDraft } from './draft';
import { withWays } from './handoff-draft';
import { HandoffFields } from './handoff-fields';
import { LeadNote } from './lead-note';
import { outsider } from './own-review';
import { ProtocolPicker } from './protocol-picker';
import { SlotList } from './slot-list';

/** Where an agent that is made from inside the form goes: a slot's key, or the hub. */
export type AgentPlace = { slot: string } | 'hub';

type Props = {
  /** Absent when only the version is edited. */
  card?: CardDraft;
  onCard?: (patch: Partial<CardDraft>) => void;
  draft: ManifestDraft;
  onDraft: (patch: Partial<ManifestDraft>) => void;
  agents: readonly AgentOption[];
  /** What the rules say, with paths from the manifest's top. */
  issues: readonly Issue[];
  refused: string | null;
  /** The team's hub, where the card does not say. */
  hubAgentId?: string;
  /** Lets an agent delegate; absent for who may not. */
  onAllow?: (agentId: string) => void;
  onCreateAgent?: (place: AgentPlace) => void;
  children?: ReactNode;
  footer: ReactNode;
};

/** The structured form of a team: its card, protocol, slots and defaults; never a document to type. */
export function TeamForm({
  card,
  onCard,
  draft,
  onDraft,
  agents,
  issues,
  refused,
  hubAgentId,
  onAllow,
  onCreateAgent,
  children,
  footer,
}: Props) {
  const t = useTranslations('teamForm');
  const issueText = useIssueText();
  const ofSlots = issueOn(issues, 'slots');
  // Those of a handoff stand beside their fields.
  const ofProtocol = draft.kind === 'handoff' ? undefined : issues.find(({ path }) => path[0] === 'protocol');
  const choose = (kind: ManifestDraft['kind']) => {
    const missing = Math.max(0, TRAITS[kind].minSlots - draft.slots.length);
    const slots = [...draft.slots, ...Array.from({ length: missing }, () => newSlot())];
    const unjudged = kind === 'review_gate' && !slots.some((slot) => slot.review);
    const judge = (slot: SlotDraft): SlotDraft => {
      const agentId = slot.agentId || outsider(agents, slots);
      return { ...slot, review: true, agentId };
    };
    const unled = kind === 'lead_workers' && !slots.some((slot) => slot.lead);
    onDraft({
      kind,
      ...(kind === 'handoff' && { handoff: withWays(draft.handoff, slots) }),
      slots: slots.map((slot, at) => {
        if (unled && at === 0) return { ...slot, lead: true };
        return unjudged && at === slots.length - 1 ? judge(slot) : slot;
      }),
    });
  };
  return (
    <div>
      <div className="mb-4 empty:hidden">
        <FormAlert text={refused} />
      </div>
      {children}
      {card && onCard ? (
        <FormSection title={t('cardTitle')} text={t('cardText')}>
          <CardFields
            card={card}
            onChange={onCard}
            agents={agents}
            issues={issues}
            onCreateAgent={onCreateAgent && (() => onCreateAgent('hub'))}
          />
        </FormSection>
      ) : null}
      <FormSection title={t('protocolTitle')} text={t('protocolText')}>
        <ProtocolPicker value={draft.kind} onChange={choose} />
        {ofProtocol ? <FormAlert text={issueText(ofProtocol)} /> : null}
      </FormSection>
      <FormSection title={t('slotsTitle')} text={t('slotsText')}>
        <div className="flex flex-col gap-3">
          <FormAlert text={ofSlots ? issueText(ofSlots) : null} />
          <LeadNote
            draft={draft}
            agents={agents}
            hubAgentId={card?.hubAgentId ?? hubAgentId}
            onAllow={onAllow}
          />
          <SlotList
            draft={draft}
            onSlots={(slots) => onDraft({ slots })}
            agents={agents}
            issues={issues}
            onCreateAgent={onCreateAgent && ((slot) => onCreateAgent({ slot }))}
          />
        </div>
      </FormSection>
      {draft.kind === 'handoff' ? (
        <FormSection title={t('handoffTitle')} text={t('handoffText')}>
          <HandoffFields draft={draft} issues={issues} onChange={(handoff) => onDraft({ handoff })} />
        </FormSection>
      ) : null}
      <FormSection title={t('defaultsTitle')} text={t('defaultsText')}>
        <DefaultsFields draft={draft} issues={issues} onChange={onDraft} />
      </FormSection>
      <div
        data-action-bar
        className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-background/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0"
      >
        {footer}
      </div>
    </div>
  );
}
