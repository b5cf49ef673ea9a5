'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Search, Users } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { TeamTable } from '@/components/team/team-table';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { useOrganization } from '../organization';

export function TeamsScreen() {
  const { slug, href, can } = useOrganization();
  const t = useTranslations('teams');
  const template = useTranslations('template');
  const trpc = useTRPC();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const query = useQuery({
    ...trpc.team.list.queryOptions({ org: slug, limit: 100, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  });
  const create = can('team.create');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          create ? (
            <Button asChild variant="primary">
              <Link href={href('/teams/new')}>
                <Plus aria-hidden />
                {t('new')}
              </Link>
            </Button>
          ) : null
        }
      />
      <SearchInput label={t('filter')} value={typed} onChange={setTyped} />
      <Card>
        <QueryView query={query}>
          {({ items }) => {
            if (items.length > 0)
              return <TeamTable teams={items} hrefOf={(team) => href(`/teams/${team}`)} />;
            if (q) return <EmptyState icon={Search} title={t('noMatchTitle')} text={t('noMatchText')} />;
            return (
              <EmptyState
                icon={Users}
                title={t('emptyTitle')}
                text={t('emptyText')}
                action={
                  create ? (
                    <Button asChild variant="primary">
                      <Link href={href('/teams/new?template=delivery')}>{template('title')}</Link>
                    </Button>
                  ) : null
                }
              />
            );
          }}
        </QueryView>
      </Card>
    </div>
  );
}
