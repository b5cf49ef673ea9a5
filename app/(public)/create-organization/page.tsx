import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { currentSession } from '@/app/_trpc/server';
import { AuthCard } from '@/components/auth/auth-card';
import { CreateOrganizationScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('createOrganization') };
}

export default async function CreateOrganizationPage() {
  if (!(await currentSession())) redirect('/sign-in?next=/create-organization');
  const t = await getTranslations('auth');
  return (
    <AuthCard title={t('createOrganization')} text={t('createOrganizationText')}>
      <CreateOrganizationScreen />
    </AuthCard>
  );
}
