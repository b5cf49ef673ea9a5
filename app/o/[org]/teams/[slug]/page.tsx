import type { Metadata } from 'next';
import { api, forPage, Prefetched, trpc } from '@/app/_trpc/server';
import { TeamScreen } from './screen';

type Props = { params: Promise<{ org: string; slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, slug } = await params;
  const team = await forPage((await api()).team.get({ org, slug }), `/o/${org}/teams/${slug}`);
  return { title: team.name };
}

export default async function TeamPage({ params }: Props) {
  const { org, slug } = await params;
  return (
    <Prefetched fetches={(client) => [client.prefetchQuery(trpc.team.get.queryOptions({ org, slug }))]}>
      <TeamScreen slug={slug} />
    </Prefetched>
  );
}
