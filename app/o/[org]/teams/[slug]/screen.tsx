'use client';
import { Manifest } from '@domain/team/manifest';
import { useQuery } from '@tanstack/react-query';
import { FileStack, Play } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { Team } from '@/app/_trpc/answers';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { Breadcrumbs } from '@/components/shell/breadcrumbs';
import { TeamOverview } from '@/components/team/team-overview';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useOrganization } from '../../organization';
import { RunList } from '../../runs/run-list';
import { Evolution } from './evolution';
import { TeamHeader } from './header';
import { StartRun } from './start-run';
import { Versions } from './versions';

export function TeamScreen({ slug }: { slug: string }) {
  const { slug: org } = useOrganization();
  const trpc = useTRPC();
  const query = useQuery(trpc.team.get.queryOptions({ org, slug }));
  return <QueryView query={query}>{(team) => <TeamPage team={team} />}</QueryView>;
}

const TABS = ['overview', 'runs', 'versions', 'evolution'] as const;

function TeamPage({ team }: { team: Team }) {
  const { slug: org } = useOrganization();
  const t = useTranslations('team');
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'overview';
  const manifest = Manifest.safeParse(team.current?.manifest);
  const go = (params: Record<string, string>) =>
    router.replace(`${pathname}?${new URLSearchParams(params)}`, { scroll: false });
  const startable = manifest.success && team.currentVersion !== null;
  const start = () => go({ tab, start: '1' });
  return (
    <div className="flex flex-col gap-5">
      <div>
        <Breadcrumbs org={org} trail={[{ label: team.name }]} />
        <TeamHeader team={team} onStart={startable ? start : undefined} />
      </div>
      <Tabs value={tab} onValueChange={(next) => go({ tab: next })}>
        <TabsList aria-label={t('tabs.label')}>
          {TABS.map((one) => (
            <TabsTrigger key={one} value={one}>
              {t(`tabs.${one}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="overview" className="mt-4">
          {manifest.success ? (
            <TeamOverview manifest={manifest.data} members={team.members} />
          ) : (
            <Card>
              <EmptyState
                icon={FileStack}
                title={t('noVersionTitle')}
                text={t('noVersionText')}
                action={<Button onClick={() => go({ tab: 'versions' })}>{t('toVersions')}</Button>}
              />
            </Card>
          )}
        </TabsContent>
        <TabsContent value="runs" className="mt-4">
          <Card>
            <RunList
              filter="all"
              teamId={team.id}
              empty={
                <EmptyState
                  icon={Play}
                  title={t('noRunsTitle')}
                  text={t('noRunsText')}
                  action={
                    startable ? (
                      <Button variant="primary" onClick={start}>
                        {t('start')}
                      </Button>
                    ) : null
                  }
                />
              }
            />
          </Card>
        </TabsContent>
        <TabsContent value="versions" className="mt-4">
          <Card>
            <Versions team={team} />
          </Card>
        </TabsContent>
        <TabsContent value="evolution" className="mt-4">
          <Evolution team={team} />
        </TabsContent>
      </Tabs>
      {startable && search.has('start') ? (
        <StartRun
          team={{ id: team.id, slug: team.slug, name: team.name, version: team.currentVersion ?? 0 }}
          budgetMicros={manifest.data.defaults.budgetMicros}
          onClose={() => go({ tab })}
        />
      ) : null}
    </div>
  );
}
