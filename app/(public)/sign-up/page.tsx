import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/auth/auth-card';
import { SignUpScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('signUp') };
}

export default async function SignUpPage() {
  const t = await getTranslations('auth');
  return (
    <AuthCard
      title={t('signUpTitle')}
      text={t('signUpText')}
      footer={t.rich('haveAccount', {
        link: (chunks) => (
          <Link href="/sign-in" className="text-foreground underline underline-offset-4">
            {chunks}
          </Link>
        ),
      })}
    >
      <SignUpScreen />
    </AuthCard>
  );
}
