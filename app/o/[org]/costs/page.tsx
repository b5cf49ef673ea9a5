import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CostsScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('costs'))('title') };
}

export default function CostsPage() {
  return <CostsScreen />;
}
