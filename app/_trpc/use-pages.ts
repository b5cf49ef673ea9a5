'use client';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

type Page<T> = { items: T[]; nextCursor: string | null };

type Options<T> = {
  /** Begins with the procedure's path, so that refreshing the procedure refreshes the pages. */
  key: QueryKey;
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>;
  refetchInterval?: number;
};

/** A list page by page. The adapter's own infinite query adds a field that the strict inputs refuse. */
export function usePages<T>({ key, fetchPage, refetchInterval }: Options<T>) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval,
  });
}
