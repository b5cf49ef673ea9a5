import { defaultShouldDehydrateQuery, environmentManager, QueryClient } from '@tanstack/react-query';
import { failureOf } from './failure';

const RETRIES = 2;

/**
 * One per request on the server, one per tab in the browser. Only what may pass by itself is tried again, and only
 * by the browser: the server would hold its page back for as long as it waits.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => {
          if (environmentManager.isServer()) return false;
          const { code } = failureOf(error);
          return count < RETRIES && (code === 'network' || code === 'unavailable');
        },
      },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });
