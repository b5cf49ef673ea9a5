'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { Markdown } from '@/components/ui/markdown';
import { Skeleton } from '@/components/ui/skeleton';

/** The whole text of a delivered contract: immutable, so that it is fetched once. */
export function Artifact({ org, id }: { org: string; id: string }) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.run.artifact.queryOptions({ org, id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView
      query={query}
      skeleton={
        <div className="space-y-2">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      }
    >
      {(artifact) => <Markdown text={artifact.text} />}
    </QueryView>
  );
}
