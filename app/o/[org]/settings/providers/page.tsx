import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ProvidersScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('provider'))('title') };
}

export default function ProvidersPage() {
  return <ProvidersScreen />;
}
