'use client';
import type { CostBy } from '@domain/cost/cost';
import { Wallet } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { usePages } from '@/app/_trpc/use-pages';
import { CostFigures } from '@/components/cost/cost-sums';
import { CostTable } from '@/components/cost/cost-table';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/ui/load-more';
import { useOrganization } from '../organization';

type Props = {
  by: CostBy;
  teamId: string | undefined;
  from: string | undefined;
  until: string | undefined;
};

export function CostLines({ by, teamId, from, until }: Props) {
  const { slug } = useOrganization();
  const t = useTranslations('costs');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { org: slug, by, teamId, from, until };
  const query = usePages({
    key: [...trpc.cost.list.pathKey(), 'pages', input],
    fetchPage: (cursor) => client.cost.list.query({ ...input, cursor }),
  });
  return (
    <Card id="cost-lines">
      <QueryView query={query}>
        {({ pages }) => {
          const lines = pages.flatMap(({ items }) => items);
          const totals = pages[0]?.totals;
          if (!totals || lines.length === 0)
            return <EmptyState icon={Wallet} title={t('emptyTitle')} text={t('emptyText')} />;
          return (
            <>
              <CostFigures sums={totals} />
              <div className="border-t" />
              <CostTable by={by} lines={lines} totalMicros={totals.costMicros} />
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}
