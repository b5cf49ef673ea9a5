'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { failureOf } from '@/app/_trpc/failure';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { type AgentFields, emptyAgent } from '@/components/agent/agent-fields';
import { AgentForm, type ProviderOption } from '@/components/agent/agent-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useOrganization } from '../organization';

type Props = {
  providers: readonly ProviderOption[];
  onClose: () => void;
  onCreated: (agentId: string) => void;
};

/** Makes an agent without leaving the form that needs it. */
export function CreateAgentDialog({ providers, onClose, onCreated }: Props) {
  const t = useTranslations('agent');
  const actions = useTranslations('actions');
  const create = useCreateAgent();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('newTitle')} description={t('newText')}>
        <AgentForm
          initial={emptyAgent(providers[0])}
          providers={providers}
          onSubmit={(fields) => create(fields, onCreated)}
          footer={(pending) => (
            <DialogFooter>
              <DialogClose asChild>
                <Button disabled={pending}>{actions('cancel')}</Button>
              </DialogClose>
              <Button type="submit" variant="primary" pending={pending}>
                {actions('create')}
              </Button>
            </DialogFooter>
          )}
        />
      </DialogContent>
    </Dialog>
  );
}

/** Creates an agent, refreshes what lists agents, and answers null or what the form is to say. */
export function useCreateAgent() {
  const { slug } = useOrganization();
  const t = useTranslations('agent');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const create = useMutation(trpc.agent.create.mutationOptions());
  return async (fields: AgentFields, onCreated: (agentId: string) => void) => {
    try {
      const agent = await create.mutateAsync({ org: slug, ...fields });
      await client.invalidateQueries(trpc.agent.pathFilter());
      toast.success(t('created'));
      onCreated(agent.id);
      return null;
    } catch (error) {
      return { text: failureText(error), issues: failureOf(error).issues };
    }
  };
}
