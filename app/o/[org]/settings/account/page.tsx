import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Prefetched, trpc } from '@/app/_trpc/server';
import { AccountScreen } from './screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('title') };
}

export default function AccountPage() {
  return (
    <Prefetched fetches={(client) => [client.prefetchQuery(trpc.account.me.queryOptions())]}>
      <AccountScreen />
    </Prefetched>
  );
}
