'use client';
import type { Plan } from '@domain/run/plan';
import { fieldOrder } from '@domain/team/contract-order';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { StructuredValue } from '@/components/run/structured-value';
import { Markdown } from '@/components/ui/markdown';
import { Skeleton } from '@/components/ui/skeleton';

/** The whole of a delivered contract, by its fields where it has any: immutable, so that it is fetched once. */
export function Artifact({ org, id, plan }: { org: string; id: string; plan: Plan | null }) {
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
      {({ text, value, stepId }) =>
        value === undefined ? (
          <Markdown text={text} />
        ) : (
          <StructuredValue value={value} order={fieldOrder(plan, stepId)} />
        )
      }
    </QueryView>
  );
}
