'use client';
import type { SignIn } from '@domain/account/account';
import { useTranslations } from 'next-intl';
import { postForm } from '@/app/_trpc/post-form';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { SignInForm } from '@/components/auth/sign-in-form';

export function SignInScreen({ next }: { next: string }) {
  const t = useTranslations('auth');
  const failureText = useFailureText();
  const signIn = async (input: SignIn) => {
    const answer = await postForm('/api/sign-in', input);
    if (!answer.ok) {
      return answer.failure.reason === 'wrong_credentials'
        ? t('wrong')
        : failureText({ data: answer.failure });
    }
    // A full load: everything on the next page is rendered with the new session.
    window.location.assign(next);
    return null;
  };
  return <SignInForm onSubmit={signIn} />;
}
