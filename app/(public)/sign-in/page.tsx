import { safeNextPath } from '@domain/account/next-path';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/auth/auth-card';
import { SignInScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('signIn') };
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const t = await getTranslations('auth');
  const { next } = await searchParams;
  return (
    <AuthCard
      title={t('signInTitle')}
      text={t('signInText')}
      footer={t.rich('noAccount', {
        link: (chunks) => (
          <Link href="/sign-up" className="text-foreground underline underline-offset-4">
            {chunks}
          </Link>
        ),
      })}
    >
      <SignInScreen next={safeNextPath(typeof next === 'string' ? next : null, '/o')} />
    </AuthCard>
  );
}
