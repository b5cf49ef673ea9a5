'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { failureOf } from '@/app/_trpc/failure';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { type AgentFields, fieldsOf } from '@/components/agent/agent-fields';
import { AgentForm } from '@/components/agent/agent-form';
import { Breadcrumbs } from '@/components/shell/breadcrumbs';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogFooter } from '@/components/ui/dialog';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../../organization';
import { useAgents } from '../use-agents';

export function AgentScreen({ id }: { id: string }) {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('agent');
  const actions = useTranslations('actions');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const query = useQuery(trpc.agent.get.queryOptions({ org, id }));
  const { providers } = useAgents();
  const update = useMutation(trpc.agent.update.mutationOptions());
  const remove = useMutation(
    trpc.agent.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(t('deleted'));
        router.push(href('/agents'));
        await client.invalidateQueries(trpc.agent.list.pathFilter());
      },
      onError: (error) => {
        setAsking(false);
        toast.error(failureText(error));
      },
    }),
  );
  const save = async (fields: AgentFields) => {
    try {
      await update.mutateAsync({ org, id, ...fields });
      await client.invalidateQueries(trpc.agent.pathFilter());
      toast.success(t('saved'));
      return null;
    } catch (error) {
      return { text: failureText(error), issues: failureOf(error).issues };
    }
  };
  return (
    <QueryView query={query}>
      {(agent) => (
        <div className="flex max-w-3xl flex-col gap-4">
          <div>
            <Breadcrumbs org={org} trail={[{ label: agent.name }]} />
            <PageHeader title={agent.name} text={agent.role} />
          </div>
          <Card className="overflow-hidden">
            <QueryView query={providers}>
              {({ items }) => (
                <fieldset disabled={!can('agent.update')}>
                  <AgentForm
                    initial={fieldsOf(agent)}
                    providers={items}
                    onSubmit={save}
                    footer={(pending) => (
                      <DialogFooter>
                        {can('agent.delete') && !agent.isDefaultHub ? (
                          <Button
                            variant="ghost"
                            className="mr-auto text-bad"
                            onClick={() => setAsking(true)}
                          >
                            <Trash2 aria-hidden />
                            {actions('delete')}
                          </Button>
                        ) : null}
                        <Button type="submit" variant="primary" pending={pending}>
                          {actions('save')}
                        </Button>
                      </DialogFooter>
                    )}
                  />
                </fieldset>
              )}
            </QueryView>
          </Card>
          {asking ? (
            <ConfirmDialog
              title={t('deleteTitle', { name: agent.name })}
              text={t('deleteText')}
              confirm={actions('delete')}
              pending={remove.isPending}
              onClose={() => setAsking(false)}
              onConfirm={() => remove.mutate({ org, id })}
            />
          ) : null}
        </div>
      )}
    </QueryView>
  );
}
