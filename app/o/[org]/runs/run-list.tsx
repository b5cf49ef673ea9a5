'use client';
import type { ReactNode } from 'react';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { usePages } from '@/app/_trpc/use-pages';
import { RunTable } from '@/components/run/run-table';
import { LoadMore } from '@/components/ui/load-more';
import { useOrganization } from '../organization';
import { type RunFilter, statusesOf } from './run-filter';

const REFRESH_MS = 5_000;

type Props = { filter: RunFilter; teamId?: string; projectId?: string; empty: ReactNode };

/** Runs page by page, newest first; what is on the screen is kept fresh. */
export function RunList({ filter, teamId, projectId, empty }: Props) {
  const { slug, href } = useOrganization();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { org: slug, status: statusesOf(filter), teamId, projectId };
  const query = usePages({
    key: [...trpc.run.list.pathKey(), 'pages', input],
    fetchPage: (cursor) => client.run.list.query({ ...input, cursor }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const runs = pages.flatMap(({ items }) => items);
        if (runs.length === 0) return empty;
        return (
          <>
            <RunTable runs={runs} hrefOf={(id) => href(`/runs/${id}`)} withoutTeam={teamId !== undefined} />
            <LoadMore query={query} />
          </>
        );
      }}
    </QueryView>
  );
}
