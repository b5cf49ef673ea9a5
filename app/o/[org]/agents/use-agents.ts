'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/_trpc/client';
import { useOrganization } from '../organization';

/** The agents that a slot may be given to, and the providers that a new one may use. */
export function useAgents() {
  const { slug } = useOrganization();
  const trpc = useTRPC();
  const agents = useQuery(trpc.agent.list.queryOptions({ org: slug, limit: 100 }));
  const providers = useQuery(trpc.provider.list.queryOptions({ org: slug, limit: 100 }));
  return { agents, providers };
}
