import type { Metadata } from 'next';
import { api, forPage, Prefetched, trpc } from '@/app/_trpc/server';
import { RunScreen } from './screen';

const TITLE_CHARS = 80;

type Props = { params: Promise<{ org: string; runId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, runId } = await params;
  const run = await forPage((await api()).run.get({ org, id: runId }), `/o/${org}/runs/${runId}`);
  return { title: run.goal.slice(0, TITLE_CHARS) };
}

export default async function RunPage({ params }: Props) {
  const { org, runId } = await params;
  return (
    <Prefetched fetches={(client) => [client.prefetchQuery(trpc.run.get.queryOptions({ org, id: runId }))]}>
      <RunScreen runId={runId} />
    </Prefetched>
  );
}
