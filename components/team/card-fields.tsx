'use client';
import type { Issue } from '@domain/errors';
import { useTranslations } from 'next-intl';
import { issueAt, useIssueText } from '../form/issue-text';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import { type AgentOption, AgentSelect } from './agent-select';
import { IconPicker } from './icon-picker';

/** The card of a team: changed in place, apart from its versions. */
export type CardDraft = {
  name: string;
  description: string;
  icon: string;
  color: string;
  hubAgentId: string;
};

type Props = {
  card: CardDraft;
  onChange: (patch: Partial<CardDraft>) => void;
  agents: readonly AgentOption[];
  issues: readonly Issue[];
  onCreateAgent?: () => void;
};

export function CardFields({ card, onChange, agents, issues, onCreateAgent }: Props) {
  const t = useTranslations('teamForm');
  const issueText = useIssueText();
  const error = (field: string) => {
    const found = issueAt(issues, field);
    return found ? issueText(found) : null;
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('name')} error={error('name')}>
        {(control) => (
          <Input
            {...control}
            value={card.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('hub')} hint={t('hubHint')} error={error('hubAgentId')}>
        {(control) => (
          <AgentSelect
            {...control}
            agents={agents}
            value={card.hubAgentId}
            onChange={(hubAgentId) => onChange({ hubAgentId })}
            onCreate={onCreateAgent}
          />
        )}
      </Field>
      <Field label={t('description')} error={error('description')} className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            value={card.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="sm:col-span-2">
        <p className="mb-2 font-medium text-[13px]">{t('iconAndColor')}</p>
        <IconPicker
          icon={card.icon}
          color={card.color}
          onIcon={(icon) => onChange({ icon })}
          onColor={(color) => onChange({ color })}
        />
      </div>
    </div>
  );
}
