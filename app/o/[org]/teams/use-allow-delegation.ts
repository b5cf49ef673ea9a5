'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import type { AgentOption } from '@/components/team/agent-select';
import { useOrganization } from '../organization';

/** Lets an agent delegate from inside the form in which it leads. */
export function useAllowDelegation(agents: readonly AgentOption[]): (agentId: string) => void {
  const { slug: org } = useOrganization();
  const t = useTranslations('teamForm');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const update = useMutation(
    trpc.agent.update.mutationOptions({
      onSuccess: ({ name }) => {
        toast.success(t('leadAllowed', { agent: name }));
        void client.invalidateQueries(trpc.agent.pathFilter());
      },
      onError: (error) => toast.error(failureText(error)),
    }),
  );
  return (agentId) => {
    const known = agents.find(({ id }) => id === agentId)?.capabilities ?? {};
    update.mutate({ org, id: agentId, capabilities: { ...known, delegation: true } });
  };
}
