'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { QueryView } from '@/app/_trpc/query-view';
import { emptyAgent } from '@/components/agent/agent-fields';
import { AgentForm } from '@/components/agent/agent-form';
import { Breadcrumbs } from '@/components/shell/breadcrumbs';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DialogFooter } from '@/components/ui/dialog';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../../organization';
import { useCreateAgent } from '../create-dialog';
import { useAgents } from '../use-agents';

export function NewAgentScreen() {
  const { slug, href } = useOrganization();
  const t = useTranslations('agent');
  const actions = useTranslations('actions');
  const router = useRouter();
  const { providers } = useAgents();
  const create = useCreateAgent();
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <div>
        <Breadcrumbs org={slug} trail={[{ label: t('newTitle') }]} />
        <PageHeader title={t('newTitle')} text={t('newText')} />
      </div>
      <Card className="overflow-hidden">
        <QueryView query={providers}>
          {({ items }) => (
            <AgentForm
              initial={emptyAgent(items[0])}
              providers={items}
              onSubmit={(fields) => create(fields, () => router.push(href('/agents')))}
              footer={(pending) => (
                <DialogFooter>
                  <Button type="submit" variant="primary" pending={pending}>
                    {actions('create')}
                  </Button>
                </DialogFooter>
              )}
            />
          )}
        </QueryView>
      </Card>
    </div>
  );
}
