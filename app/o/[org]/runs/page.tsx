import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RunsScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('runs'))('title') };
}

export default function RunsPage() {
  return <RunsScreen />;
}
