'use client';
import { type Organization, OrganizationName } from '@domain/organization/organization';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormSection } from '../form/form-section';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Switch } from '../ui/switch';

type Props = {
  organization: Pick<Organization, 'name' | 'handoff'>;
  /** Absent for who may not change it. */
  onChange?: (change: { name?: string; handoff?: boolean }) => Promise<void>;
};

/** What holds for a whole organization: its name, and whether its agents may hand work over. */
export function OrganizationForm({ organization, onChange }: Props) {
  const t = useTranslations('organizationSettings');
  const actions = useTranslations('actions');
  const issueText = useIssueText();
  const [name, setName] = useState(organization.name);
  const [pending, setPending] = useState<'name' | 'handoff' | null>(null);
  const parsed = OrganizationName.safeParse(name);
  const change = async (what: 'name' | 'handoff', value: { name?: string; handoff?: boolean }) => {
    setPending(what);
    await onChange?.(value);
    setPending(null);
  };
  return (
    <fieldset disabled={!onChange} className="min-w-0">
      {onChange ? null : <p className="mb-4 text-[13px] text-muted-foreground">{t('readOnly')}</p>}
      <FormSection title={t('name')} text={t('nameText')}>
        <form
          noValidate
          className="flex max-w-md flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (parsed.success) void change('name', { name: parsed.data });
          }}
        >
          <Field label={t('name')} error={parsed.success ? null : issueText(parsed.error.issues[0] ?? {})}>
            {(control) => (
              <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <Button type="submit" variant="primary" className="self-start" pending={pending === 'name'}>
            {actions('save')}
          </Button>
        </form>
      </FormSection>
      <FormSection title={t('handoff')} text={t('handoffText')}>
        <Field label={t('allow')} hint={t(organization.handoff ? 'allowedHint' : 'allowHint')}>
          {(control) => (
            <Switch
              {...control}
              checked={organization.handoff}
              disabled={pending === 'handoff' || !onChange}
              onCheckedChange={(handoff) => void change('handoff', { handoff })}
            />
          )}
        </Field>
      </FormSection>
    </fieldset>
  );
}
