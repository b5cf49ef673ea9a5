'use client';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { Checklist } from '@/components/home/checklist';
import { Decisions } from '@/components/home/decisions';
import { RunTable } from '@/components/run/run-table';
import { Button } from '@/components/ui/button';
import { Card, CardHeader, CardTitle } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { homeLists } from './home-lists';
import { useOrganization } from './organization';

const REFRESH_MS = 5_000;

export function HomeScreen() {
  const { slug, name, href } = useOrganization();
  const t = useTranslations('home');
  const runsText = useTranslations('runs');
  const trpc = useTRPC();
  const lists = homeLists(slug);
  const latest = useQuery({
    ...trpc.run.list.queryOptions(lists.latest),
    refetchInterval: REFRESH_MS,
  });
  const active = useQuery({
    ...trpc.run.list.queryOptions(lists.active),
    refetchInterval: REFRESH_MS,
  });
  const decisions = useQuery({
    ...trpc.approval.list.queryOptions(lists.decisions),
    refetchInterval: REFRESH_MS,
  });
  const teams = useQuery(trpc.team.list.queryOptions({ org: slug, limit: 100 }));
  const providers = useQuery(trpc.provider.list.queryOptions(lists.providers));
  const known = latest.data && teams.data && providers.data;
  const runHref = (id: string) => href(`/runs/${id}`);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={name} />
      {known ? (
        <Checklist
          done={{
            team: teams.data.items.length > 0,
            run: latest.data.items.length > 0,
            provider: providers.data.items.some((provider) => provider.kind !== 'demo'),
          }}
          hrefs={{
            team: href('/teams/new?template=delivery'),
            run: href(teams.data.items[0] ? `/teams/${teams.data.items[0].slug}?start=1` : '/teams'),
            provider: href('/settings/providers'),
          }}
        />
      ) : null}
      {decisions.data && decisions.data.items.length > 0 ? (
        <Decisions gates={decisions.data.items} runHref={runHref} allHref={href('/approvals')} />
      ) : null}
      {active.data && active.data.items.length > 0 ? (
        <Card>
          <CardHeader className="border-b">
            <CardTitle>{t('running')}</CardTitle>
          </CardHeader>
          <RunTable runs={active.data.items} hrefOf={runHref} />
        </Card>
      ) : null}
      <Card>
        <CardHeader className="border-b">
          <CardTitle>{t('latest')}</CardTitle>
          <Button asChild size="sm" variant="ghost">
            <Link href={href('/runs')}>{t('allRuns')}</Link>
          </Button>
        </CardHeader>
        <QueryView query={latest}>
          {({ items }) =>
            items.length > 0 ? (
              <RunTable runs={items} hrefOf={runHref} />
            ) : (
              <EmptyState icon={Play} title={runsText('emptyTitle')} text={runsText('emptyText')} />
            )
          }
        </QueryView>
      </Card>
    </div>
  );
}
