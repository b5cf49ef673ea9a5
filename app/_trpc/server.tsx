import 'server-only';
import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { sessionOf } from '@/server/auth/session';
import { newId } from '@/server/db/ids';
import { createContext } from '@/server/trpc/context';
import { appRouter, createCaller } from '@/server/trpc/root';
import { pageFailureOf } from './failure';
import { createQueryClient } from './query-client';

/** Who asks, read once per request; null: not signed in. */
export const currentSession = cache(async () => sessionOf((await headers()).get('cookie')));

const context = cache(async () =>
  createContext({
    session: await currentSession(),
    requestId: newId(),
    userAgent: (await headers()).get('user-agent'),
  }),
);

/** Calls procedures from server components. */
export const api = cache(async () => createCaller(await context()));

/** The person behind the session, read once per request; null: not signed in. */
export const currentPerson = cache(async () =>
  (await currentSession()) ? (await api()).account.me() : null,
);

const queryClient = cache(createQueryClient);

/** Options of the same queries that the browser makes, for `Prefetched`. */
export const trpc = createTRPCOptionsProxy({ ctx: context, router: appRouter, queryClient });

type Fetches = (client: QueryClient) => Promise<void>[];

/** Renders `children` with the answers of `fetches` already there. One that fails is asked again by the browser. */
export async function Prefetched({ fetches, children }: { fetches: Fetches; children: ReactNode }) {
  const client = queryClient();
  await Promise.all(fetches(client));
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}

/**
 * Awaits a call for a page: 401 leads to the sign-in, 404 and an address of the wrong shape to the page that says
 * so, the rest to the error page.
 */
export async function forPage<T>(call: Promise<T>, path: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const failure = pageFailureOf(error);
    if (failure === 'sign_in') redirect(`/sign-in?next=${encodeURIComponent(path)}`);
    if (failure === 'nowhere') notFound();
    throw error;
  }
}
