'use client';
import { OrganizationName } from '@domain/organization/organization';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormAlert } from '../form/form-alert';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

const Form = z.strictObject({ name: OrganizationName });

/** `onSubmit` answers null when it worked and leads on, else what to tell the person. */
export function OrganizationForm({ onSubmit }: { onSubmit: (name: string) => Promise<string | null> }) {
  const t = useTranslations('auth');
  const issueText = useIssueText();
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { name: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    const refused = await onSubmit(name);
    if (refused) form.setError('root', { message: refused });
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert text={errors.root?.message ?? null} />
      <Field
        label={t('organization')}
        hint={t('organizationHint')}
        error={errors.name && issueText(errors.name)}
      >
        {(control) => <Input {...control} autoComplete="organization" {...form.register('name')} />}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        {t('createOrganization')}
      </Button>
    </form>
  );
}
