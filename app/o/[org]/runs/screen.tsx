'use client';
import { Play } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useOrganization } from '../organization';
import { filterOf, RUN_FILTERS } from './run-filter';
import { RunList } from './run-list';

export function RunsScreen() {
  const { href } = useOrganization();
  const t = useTranslations('runs');
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const filter = filterOf(search.get('show'));
  const choose = (next: string) => {
    const params = new URLSearchParams(search);
    params.set('show', next);
    router.replace(`${pathname}?${params}`, { scroll: false });
  };
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} text={t('text')} />
      <Tabs value={filter} onValueChange={choose}>
        <TabsList aria-label={t('filterStatus')}>
          {RUN_FILTERS.map((one) => (
            <TabsTrigger key={one} value={one} aria-controls="run-list">
              {t(one)}
            </TabsTrigger>
          ))}
        </TabsList>
      </Tabs>
      <Card id="run-list">
        <RunList
          filter={filter}
          projectId={search.get('project') ?? undefined}
          empty={
            <EmptyState
              icon={Play}
              title={t('emptyTitle')}
              text={t('emptyText')}
              action={
                <Button asChild>
                  <Link href={href('/teams')}>{t('toTeams')}</Link>
                </Button>
              }
            />
          }
        />
      </Card>
    </div>
  );
}
