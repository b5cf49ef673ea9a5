'use client';
import type { Provider } from '@domain/provider/provider';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Cable, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { failureOf } from '@/app/_trpc/failure';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { draftOf, emptyProvider } from '@/components/provider/provider-draft';
import { ProviderForm, type ProviderInput } from '@/components/provider/provider-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Dialog, DialogContent } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../../organization';
import { TestedProvider } from './tested-provider';

export function ProvidersScreen() {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('provider');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [editing, setEditing] = useState<Provider | 'new' | null>(null);
  const query = useQuery(trpc.provider.list.queryOptions({ org, limit: 100 }));
  const create = useMutation(trpc.provider.create.mutationOptions());
  const update = useMutation(trpc.provider.update.mutationOptions());
  const save = async ({ kind, name, baseUrl, apiKey, models }: ProviderInput) => {
    try {
      if (editing === 'new') await create.mutateAsync({ org, kind, name, baseUrl, apiKey, models });
      else if (editing) await update.mutateAsync({ org, id: editing.id, name, baseUrl, apiKey, models });
      await client.invalidateQueries(trpc.provider.pathFilter());
      toast.success(t(editing === 'new' ? 'created' : 'saved'));
      setEditing(null);
      return null;
    } catch (error) {
      return { text: failureText(error), issues: failureOf(error).issues };
    }
  };
  const add = can('provider.create') ? (
    <Button variant="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden />
      {t('add')}
    </Button>
  ) : null;
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <PageHeader title={t('title')} text={t('text')} actions={add} />
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            items.map((provider) => (
              <TestedProvider
                key={provider.id}
                provider={provider}
                onEdit={can('provider.update') ? () => setEditing(provider) : undefined}
              />
            ))
          ) : (
            <Card>
              <EmptyState icon={Cable} title={t('emptyTitle')} text={t('emptyText')} action={add} />
            </Card>
          )
        }
      </QueryView>
      {editing ? (
        <Dialog open onOpenChange={(open) => !open && setEditing(null)}>
          <DialogContent title={editing === 'new' ? t('add') : t('editTitle', { name: editing.name })}>
            <ProviderForm
              initial={editing === 'new' ? emptyProvider() : draftOf(editing)}
              existing={editing === 'new' ? undefined : { hasKey: editing.hasKey }}
              onSubmit={save}
            />
          </DialogContent>
        </Dialog>
      ) : null}
    </div>
  );
}
