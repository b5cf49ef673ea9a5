'use client';
import { SignIn } from '@domain/account/account';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormAlert } from '../form/form-alert';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

/** `onSubmit` answers null when it worked and leads on, else what to tell the person. */
export function SignInForm({ onSubmit }: { onSubmit: (input: SignIn) => Promise<string | null> }) {
  const t = useTranslations('auth');
  const issueText = useIssueText();
  const form = useForm<SignIn>({ resolver: zodResolver(SignIn), defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    const refused = await onSubmit(input);
    if (refused) form.setError('root', { message: refused });
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert text={errors.root?.message ?? null} />
      <Field label={t('email')} error={errors.email && issueText(errors.email)}>
        {(control) => <Input {...control} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <Field label={t('password')} error={errors.password && issueText(errors.password)}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            {...form.register('password')}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        {t('signIn')}
      </Button>
    </form>
  );
}
