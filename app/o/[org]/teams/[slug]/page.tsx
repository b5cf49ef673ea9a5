import type { Metadata } from 'next';
import { api, forPage, Prefetched, trpc } from '@/app/_trpc/server';
import { TeamScreen } from './screen';

type Props = {
  params: Promise<{ org: string; slug: string }>;
  searchParams: Promise<Record<string, string>>;
};

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { org, slug } = await params;
  const query = new URLSearchParams(await searchParams);
  const team = await forPage((await api()).team.get({ org, slug }), `/o/${org}/teams/${slug}?${query}`);
  return { title: team.name };
}

export default async function TeamPage({ params }: Pick<Props, 'params'>) {
  const { org, slug } = await params;
  return (
    <Prefetched fetches={(client) => [client.prefetchQuery(trpc.team.get.queryOptions({ org, slug }))]}>
      <TeamScreen slug={slug} />
    </Prefetched>
  );
}
