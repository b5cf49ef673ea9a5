import type { Metadata } from 'next';
import { api, forPage, Prefetched, trpc } from '@/app/_trpc/server';
import { AgentScreen } from './screen';

type Props = { params: Promise<{ org: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, id } = await params;
  const agent = await forPage((await api()).agent.get({ org, id }), `/o/${org}/agents/${id}`);
  return { title: agent.name };
}

export default async function AgentPage({ params }: Props) {
  const { org, id } = await params;
  return (
    <Prefetched fetches={(client) => [client.prefetchQuery(trpc.agent.get.queryOptions({ org, id }))]}>
      <AgentScreen id={id} />
    </Prefetched>
  );
}
