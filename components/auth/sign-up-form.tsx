'use client';
import { MIN_PASSWORD, SignUp } from '@domain/account/account';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormAlert } from '../form/form-alert';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

const EMPTY = { email: '', password: '', name: '', organization: '' };

/** `onSubmit` answers null when it worked and leads on, else what to tell the person. */
export function SignUpForm({ onSubmit }: { onSubmit: (input: SignUp) => Promise<string | null> }) {
  const t = useTranslations('auth');
  const issueText = useIssueText();
  const form = useForm<SignUp>({ resolver: zodResolver(SignUp), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    const refused = await onSubmit(input);
    if (refused) form.setError('root', { message: refused });
  });
  const error = (field: keyof SignUp) => errors[field] && issueText(errors[field]);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert text={errors.root?.message ?? null} />
      <Field label={t('name')} error={error('name')}>
        {(control) => <Input {...control} autoComplete="name" {...form.register('name')} />}
      </Field>
      <Field label={t('email')} error={error('email')}>
        {(control) => <Input {...control} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <Field
        label={t('password')}
        hint={t('passwordHint', { count: MIN_PASSWORD })}
        error={
          errors.password?.type === 'too_small'
            ? t('passwordHint', { count: MIN_PASSWORD })
            : error('password')
        }
      >
        {(control) => (
          <Input {...control} type="password" autoComplete="new-password" {...form.register('password')} />
        )}
      </Field>
      <Field label={t('organization')} hint={t('organizationHint')} error={error('organization')}>
        {(control) => <Input {...control} autoComplete="organization" {...form.register('organization')} />}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        {t('signUp')}
      </Button>
    </form>
  );
}
