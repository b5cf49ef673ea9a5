'use client';
import type { SignUp } from '@domain/account/account';
import { useLocale, useTranslations } from 'next-intl';
import { postForm, SignedUp } from '@/app/_trpc/post-form';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { SignUpForm } from '@/components/auth/sign-up-form';

export function SignUpScreen() {
  const t = useTranslations('auth');
  const locale = useLocale();
  const failureText = useFailureText();
  const signUp = async (input: SignUp) => {
    const answer = await postForm('/api/sign-up', { ...input, locale });
    if (!answer.ok) {
      const { reason } = answer.failure;
      if (reason === 'sign_up_refused') return t('refused');
      return reason === 'weak_password' ? t('weakPassword') : failureText({ data: answer.failure });
    }
    const { organization } = SignedUp.parse(answer.body);
    window.location.assign(organization ? `/o/${organization}` : '/create-organization');
    return null;
  };
  return <SignUpForm onSubmit={signUp} />;
}
