import { Prefetched, trpc } from '@/app/_trpc/server';
import { homeLists } from './home-lists';
import { HomeScreen } from './home-screen';

export default async function HomePage({ params }: { params: Promise<{ org: string }> }) {
  const lists = homeLists((await params).org);
  return (
    <Prefetched
      fetches={(client) => [
        client.prefetchQuery(trpc.run.list.queryOptions(lists.latest)),
        client.prefetchQuery(trpc.run.list.queryOptions(lists.active)),
        client.prefetchQuery(trpc.provider.list.queryOptions(lists.providers)),
        client.prefetchQuery(trpc.approval.list.queryOptions(lists.decisions)),
      ]}
    >
      <HomeScreen />
    </Prefetched>
  );
}
