'use client';
import type { Issue } from '@domain/errors';
import { useTranslations } from 'next-intl';
import { issueAt, useIssueText } from '../form/issue-text';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import type { AgentOption } from './agent-select';
import { ContractFields } from './contract-fields';
import type { ManifestDraft, SlotDraft } from './draft';
import { judges, reviewsOwnWork } from './own-review';
import { SlotApproval } from './slot-approval';
import { SlotBinding } from './slot-binding';
import { SlotFlow } from './slot-flow';

type Props = {
  draft: ManifestDraft;
  slot: SlotDraft;
  index: number;
  agents: readonly AgentOption[];
  issues: readonly Issue[];
  onChange: (patch: Partial<SlotDraft>) => void;
  onCreateAgent?: () => void;
};

export function SlotFields({ draft, slot, index, agents, issues, onChange, onCreateAgent }: Props) {
  const t = useTranslations('teamForm');
  const issueText = useIssueText();
  const error = (...path: string[]) => {
    const found = issueAt(issues, 'slots', index, ...path);
    return found ? issueText(found) : null;
  };
  const ofGraph = issueAt(issues, 'protocol', 'steps', index);
  return (
    <div className="grid gap-4 p-4 sm:grid-cols-2">
      <Field label={t('title')} error={error('title')}>
        {(control) => (
          <Input
            {...control}
            value={slot.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <SlotBinding
        slot={slot}
        agents={agents}
        hint={reviewsOwnWork(draft, slot) ? t('reviewsOwn') : undefined}
        error={error}
        onChange={onChange}
        onCreateAgent={onCreateAgent}
      />
      <Field label={t('responsibility')} hint={t('responsibilityHint')} error={error('responsibility')}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={slot.responsibility}
            onChange={(event) => onChange({ responsibility: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('contract')} hint={t('contractHint')} error={error('contract', 'text')}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={slot.contract}
            onChange={(event) => onChange({ contract: event.target.value })}
          />
        )}
      </Field>
      {judges(draft, slot) ? null : (
        <ContractFields
          fields={slot.fields}
          error={error('contract', 'schema')}
          onChange={(fields) => onChange({ fields })}
        />
      )}
      <SlotFlow
        draft={draft}
        slot={slot}
        error={error}
        graphError={ofGraph ? issueText(ofGraph) : null}
        onChange={onChange}
      />
      <SlotApproval slot={slot} error={error('approval')} onChange={onChange} />
    </div>
  );
}
