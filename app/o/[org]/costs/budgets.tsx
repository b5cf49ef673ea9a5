'use client';
import type { CapView } from '@domain/budget/cap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Gauge, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { usePages } from '@/app/_trpc/use-pages';
import { CapDialog, type CapFields } from '@/components/budget/cap-dialog';
import { CapList } from '@/components/budget/cap-list';
import { Button } from '@/components/ui/button';
import { Card, CardHeader, CardTitle } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/ui/load-more';
import { useOrganization } from '../organization';
import { useSubjects } from './use-subjects';

/** The limits on the viewer's line: seen by all, set by who may. */
export function Budgets() {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('budgets');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const failureText = useFailureText();
  const { subjects } = useSubjects();
  const [editing, setEditing] = useState<CapView | 'new' | null>(null);
  const [removing, setRemoving] = useState<CapView | null>(null);
  const set = useMutation(trpc.budget.set.mutationOptions());
  const remove = useMutation(trpc.budget.remove.mutationOptions());
  const query = usePages({
    key: [...trpc.budget.list.pathKey(), 'pages', org],
    fetchPage: (cursor) => client.budget.list.query({ org, cursor }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.budget.list.pathKey() });
  const save = async (fields: CapFields) => {
    try {
      await set.mutateAsync({ org, ...fields });
      await refresh();
      toast.success(t('saved'));
      return null;
    } catch (error) {
      return failureText(error);
    }
  };
  const takeAway = async (cap: CapView) => {
    try {
      await remove.mutateAsync({ org, id: cap.id });
      await refresh();
      setRemoving(null);
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  const add = can('budget.set') ? (
    <Button onClick={() => setEditing('new')}>
      <Plus aria-hidden />
      {t('new')}
    </Button>
  ) : null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t('title')}</CardTitle>
        {add}
      </CardHeader>
      <QueryView query={query}>
        {({ pages }) => {
          const caps = pages.flatMap(({ items }) => items);
          if (caps.length === 0)
            return <EmptyState icon={Gauge} title={t('emptyTitle')} text={t('emptyText')} />;
          return (
            <>
              <CapList caps={caps} onEdit={setEditing} onRemove={setRemoving} />
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
      {editing ? (
        <CapDialog
          cap={editing === 'new' ? null : editing}
          subjects={subjects}
          onClose={() => setEditing(null)}
          onSet={save}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t('removeTitle', { name: removing.subject?.name ?? t('level.organization') })}
          text={t('removeText')}
          confirm={t('removeConfirm')}
          pending={remove.isPending}
          onClose={() => setRemoving(null)}
          onConfirm={() => void takeAway(removing)}
        />
      ) : null}
    </Card>
  );
}
