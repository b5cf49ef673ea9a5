import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OrganizationScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('organizationSettings'))('title') };
}

export default function OrganizationPage() {
  return <OrganizationScreen />;
}
