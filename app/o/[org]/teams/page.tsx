import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { TeamsScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams'))('title') };
}

export default function TeamsPage() {
  return <TeamsScreen />;
}
