'use client';
import { ChangePassword, MIN_PASSWORD } from '@domain/account/account';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormAlert } from '../form/form-alert';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

/** `onSubmit` answers null when it was changed, else what to tell the person. */
export function PasswordForm({ onSubmit }: { onSubmit: (input: ChangePassword) => Promise<string | null> }) {
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  const issueText = useIssueText();
  const form = useForm<ChangePassword>({
    resolver: zodResolver(ChangePassword),
    defaultValues: { current: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    const refused = await onSubmit(input);
    if (refused) form.setError('root', { message: refused });
    else form.reset();
  });
  return (
    <form noValidate className="flex max-w-md flex-col gap-4" onSubmit={submit}>
      <FormAlert text={errors.root?.message ?? null} />
      <Field label={t('currentPassword')} error={errors.current && issueText(errors.current)}>
        {(control) => (
          <Input {...control} type="password" autoComplete="current-password" {...form.register('current')} />
        )}
      </Field>
      <Field
        label={t('newPassword')}
        hint={auth('passwordHint', { count: MIN_PASSWORD })}
        error={errors.password && auth('passwordHint', { count: MIN_PASSWORD })}
      >
        {(control) => (
          <Input {...control} type="password" autoComplete="new-password" {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" className="self-start" pending={isSubmitting}>
        {t('changePassword')}
      </Button>
    </form>
  );
}
