'use client';
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { AppRouter } from '@/server/trpc/root';

const ENDPOINT = '/api/trpc';
/** What the server accepts in one request. */
const MAX_BATCH = 10;

/** Requests are batched; streams go over an EventSource, which sends the session's cookie by itself. */
export const createClient = () =>
  createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: ENDPOINT }),
        false: httpBatchLink({ url: ENDPOINT, maxItems: MAX_BATCH }),
      }),
    ],
  });

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
