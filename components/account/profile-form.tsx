'use client';
import { type Account, type Locale, PersonName } from '@domain/account/account';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useIssueText } from '../form/issue-text';
import { LANGUAGES } from '../shell/languages';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';

type Props = { account: Account; onSubmit: (change: { name: string; locale: Locale }) => Promise<void> };

export function ProfileForm({ account, onSubmit }: Props) {
  const t = useTranslations('account');
  const actions = useTranslations('actions');
  const issueText = useIssueText();
  const [name, setName] = useState(account.name);
  const [locale, setLocale] = useState(account.locale);
  const [pending, setPending] = useState(false);
  const parsed = PersonName.safeParse(name);
  const save = async () => {
    if (!parsed.success) return;
    setPending(true);
    await onSubmit({ name: parsed.data, locale });
    setPending(false);
  };
  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t('email')}>
        {(control) => <Input {...control} value={account.email} readOnly className="bg-muted" />}
      </Field>
      <Field label={t('name')} error={parsed.success ? null : issueText(parsed.error.issues[0] ?? {})}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('language')}>
        {(control) => (
          <Select
            {...control}
            value={locale}
            onValueChange={(next) => setLocale(LANGUAGES.find(({ id }) => id === next)?.id ?? locale)}
            options={LANGUAGES.map(({ id, name: label }) => ({ value: id, label }))}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="self-start" pending={pending}>
        {actions('save')}
      </Button>
    </form>
  );
}
