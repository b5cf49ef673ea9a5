import { Prefetched, trpc } from '@/app/_trpc/server';
import { HomeScreen } from './home-screen';
import { ACTIVE } from './runs/run-filter';

export default async function HomePage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  return (
    <Prefetched
      fetches={(client) => [
        client.prefetchQuery(trpc.run.list.queryOptions({ org, limit: 8 })),
        client.prefetchQuery(trpc.run.list.queryOptions({ org, limit: 8, status: ACTIVE })),
        client.prefetchQuery(trpc.provider.list.queryOptions({ org })),
      ]}
    >
      <HomeScreen />
    </Prefetched>
  );
}
