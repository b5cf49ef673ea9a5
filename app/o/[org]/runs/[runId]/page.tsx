import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Prefetched, trpc } from '@/app/_trpc/server';
import { RunScreen } from './screen';

type Props = { params: Promise<{ org: string; runId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('runs'))('title') };
}

export default async function RunPage({ params }: Props) {
  const { org, runId } = await params;
  return (
    <Prefetched fetches={(client) => [client.prefetchQuery(trpc.run.get.queryOptions({ org, id: runId }))]}>
      <RunScreen runId={runId} />
    </Prefetched>
  );
}
