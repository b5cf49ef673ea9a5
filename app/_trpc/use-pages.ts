'use client';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

type Page = { items: unknown[]; nextCursor: string | null };

type Options<P extends Page> = {
  /** Begins with the procedure's path, so that refreshing the procedure refreshes the pages. */
  key: QueryKey;
  fetchPage: (cursor: string | undefined) => Promise<P>;
  refetchInterval?: number;
};

/** A list page by page. The adapter's own infinite query adds a field that the strict inputs refuse. */
export function usePages<P extends Page>({ key, fetchPage, refetchInterval }: Options<P>) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval,
  });
}
