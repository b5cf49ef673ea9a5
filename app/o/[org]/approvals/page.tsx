import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ApprovalsScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('approvals'))('title') };
}

export default function ApprovalsPage() {
  return <ApprovalsScreen />;
}
