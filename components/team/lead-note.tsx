'use client';
import { mayUse } from '@domain/agent/capabilities';
import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import type { AgentOption } from './agent-select';
import type { ManifestDraft } from './draft';

type Props = {
  draft: ManifestDraft;
  agents: readonly AgentOption[];
  hubAgentId?: string;
  /** Lets an agent delegate; absent for who may not. */
  onAllow?: (agentId: string) => void;
};

/** Who leads a lead with workers, and whether that agent is able to: delegation is off until it is allowed. */
export function LeadNote({ draft, agents, hubAgentId, onAllow }: Props) {
  const t = useTranslations('teamForm');
  if (draft.kind !== 'lead_workers') return null;
  const at = draft.slots.findIndex((slot) => slot.lead);
  const slot = draft.slots[at];
  const agent = agents.find(({ id }) => id === (slot ? slot.agentId : hubAgentId));
  const name = agent?.name ?? '';
  const title = slot && (slot.title || t('slotNumber', { number: at + 1 }));
  const able = !agent || agent.capabilities === undefined || mayUse(agent.capabilities, 'delegation');
  const leads = () => {
    if (title) return t(draft.slots.length > 1 ? 'leadSlot' : 'leadAlone', { slot: title });
    return agent ? t('leadHub', { agent: name }) : t('leadNobody');
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-surface px-4 py-2.5 text-[13px]">
      <p className="min-w-0 flex-1 basis-64">
        {leads()} {able ? null : <span className="text-warn">{t('leadMayNot', { agent: name })}</span>}
      </p>
      {agent && !able && onAllow ? (
        <Button size="sm" onClick={() => onAllow(agent.id)}>
          {t('leadAllow', { agent: name })}
        </Button>
      ) : null}
    </div>
  );
}
