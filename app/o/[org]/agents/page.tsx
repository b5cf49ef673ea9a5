import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AgentsScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('agents'))('title') };
}

export default function AgentsPage() {
  return <AgentsScreen />;
}
