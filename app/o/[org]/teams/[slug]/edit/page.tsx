import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EditTeamScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('team'))('edit') };
}

export default async function EditTeamPage({ params }: { params: Promise<{ slug: string }> }) {
  return <EditTeamScreen slug={(await params).slug} />;
}
