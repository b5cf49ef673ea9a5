import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NewTeamScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams'))('new') };
}

export default async function NewTeamPage({
  searchParams,
}: {
  searchParams: Promise<{ template?: string | string[] }>;
}) {
  return <NewTeamScreen template={(await searchParams).template !== undefined} />;
}
