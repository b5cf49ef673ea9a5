'use client';
import type { Issue } from '@domain/errors';
import { PARALLEL, REWORK, TURNS } from '@domain/team/limits';
import { useTranslations } from 'next-intl';
import { issueAt, useIssueText } from '../form/issue-text';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';
import type { ManifestDraft } from './draft';

type Props = {
  draft: ManifestDraft;
  issues: readonly Issue[];
  onChange: (patch: Partial<ManifestDraft>) => void;
};

type NumberField = 'budgetDollars' | 'maxRework' | 'parallelLimit' | 'maxTurns';
const PATH = {
  budgetDollars: 'budgetMicros',
  maxRework: 'maxRework',
  parallelLimit: 'parallelLimit',
  maxTurns: 'maxTurns',
} as const;

/** What every run of the version starts with. */
export function DefaultsFields({ draft, issues, onChange }: Props) {
  const t = useTranslations('teamForm');
  const issueText = useIssueText();
  const leads = draft.kind === 'lead_workers';
  const reviews = draft.kind === 'review_gate' || draft.kind === 'dag' || leads;
  const parallel = draft.kind === 'fan_out' || draft.kind === 'dag' || leads;
  const field = (name: NumberField, label: string, hint: string) => {
    const found = issueAt(issues, 'defaults', PATH[name]);
    return (
      <Field label={label} hint={hint} error={found ? issueText(found) : null}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={draft[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        )}
      </Field>
    );
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('budgetDollars', t('budget'), t('budgetHint'))}
      {reviews ? field('maxRework', t('maxRework'), t('range', { min: REWORK.min, max: REWORK.max })) : null}
      {parallel
        ? field('parallelLimit', t('parallel'), t('range', { min: PARALLEL.min, max: PARALLEL.max }))
        : null}
      {field('maxTurns', t('maxTurns'), t('range', { min: TURNS.min, max: TURNS.max }))}
      {draft.slots.some(({ byRole }) => byRole) ? (
        <Field label={t('roster')}>
          {(control) => (
            <Select
              {...control}
              value={draft.rosterScope}
              onValueChange={(scope) =>
                onChange({ rosterScope: scope === 'members' ? 'members' : 'visible' })
              }
              options={[
                { value: 'visible', label: t('rosterVisible') },
                { value: 'members', label: t('rosterMembers') },
              ]}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
