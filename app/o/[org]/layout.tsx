import { type ReactNode, Suspense } from 'react';
import { api, currentPerson, forPage, Prefetched, trpc } from '@/app/_trpc/server';
import { Frame } from './frame';
import { OrganizationProvider } from './organization';
import { SignInFirst } from './sign-in-first';

type Props = { params: Promise<{ org: string }>; children: ReactNode };

export default async function OrganizationLayout({ params, children }: Props) {
  const { org } = await params;
  const person = await currentPerson();
  if (!person) return <SignInFirst />;
  const caller = await api();
  const path = `/o/${org}`;
  const [organization, mine] = await Promise.all([
    forPage(caller.organization.get({ org }), path),
    forPage(caller.organization.list(), path),
  ]);
  return (
    <Prefetched
      fetches={(client) => [client.prefetchQuery(trpc.team.list.queryOptions({ org, limit: 100 }))]}
    >
      <OrganizationProvider slug={org} name={organization.name} role={organization.role}>
        <Frame person={person} organizations={mine.items.map(({ slug, name }) => ({ slug, name }))}>
          <Suspense>{children}</Suspense>
        </Frame>
      </OrganizationProvider>
    </Prefetched>
  );
}
