import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NewAgentScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('agent'))('newTitle') };
}

export default function NewAgentPage() {
  return <NewAgentScreen />;
}
