'use client';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { Select } from '../ui/select';

export type AgentOption = {
  id: string;
  name: string;
  role: string;
  /** What it may be able to do, where that is known. */
  capabilities?: Readonly<Record<string, boolean>> | null;
};

type Props = {
  agents: readonly AgentOption[];
  value: string;
  onChange: (agentId: string) => void;
  /** Absent for who may not create agents. */
  onCreate?: () => void;
  id?: string;
  'aria-label'?: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
};

/** Chooses an agent, or opens the dialog that makes one. */
export function AgentSelect({ agents, value, onChange, onCreate, ...control }: Props) {
  const t = useTranslations('teamForm');
  const known = agents.some((agent) => agent.id === value);
  return (
    <div className="flex gap-1.5">
      <Select
        {...control}
        options={agents.map((agent) => ({ value: agent.id, label: agent.name, note: agent.role }))}
        value={known ? value : ''}
        onValueChange={onChange}
        placeholder={agents.length === 0 ? t('noAgents') : t('chooseAgent')}
      />
      {onCreate ? (
        <Button size="icon" aria-label={t('createAgent')} onClick={onCreate} className="max-sm:size-10">
          <Plus aria-hidden />
        </Button>
      ) : null}
    </div>
  );
}
