'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Bot, Plus, Search } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { AgentTable } from '@/components/agent/agent-table';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { useOrganization } from '../organization';

export function AgentsScreen() {
  const { slug, href, can } = useOrganization();
  const t = useTranslations('agents');
  const trpc = useTRPC();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const query = useQuery({
    ...trpc.agent.list.queryOptions({ org: slug, limit: 100, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  });
  const create = can('agent.create') ? (
    <Button asChild variant="primary">
      <Link href={href('/agents/new')}>
        <Plus aria-hidden />
        {t('new')}
      </Link>
    </Button>
  ) : null;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} text={t('text')} actions={create} />
      <SearchInput label={t('filter')} value={typed} onChange={setTyped} />
      <Card>
        <QueryView query={query}>
          {({ items }) => {
            if (items.length > 0) return <AgentTable agents={items} hrefOf={(id) => href(`/agents/${id}`)} />;
            if (q) return <EmptyState icon={Search} title={t('noMatchTitle')} text={t('noMatchText')} />;
            return <EmptyState icon={Bot} title={t('emptyTitle')} text={t('emptyText')} action={create} />;
          }}
        </QueryView>
      </Card>
    </div>
  );
}
