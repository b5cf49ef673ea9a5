import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CompareScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('run.compare'))('title') };
}

export default function ComparePage() {
  return <CompareScreen />;
}
