'use client';
import { type ReactNode, useState } from 'react';
import type { AgentPlace } from '@/components/team/team-form';
import { CreateAgentDialog } from '../agents/create-dialog';
import { useAgents } from '../agents/use-agents';
import { useOrganization } from '../organization';

/** The dialog that makes an agent for a place in the form; `open` is absent for who may not create agents. */
export function useAgentDialog(onCreated: (place: AgentPlace, agentId: string) => void): {
  open: ((place: AgentPlace) => void) | undefined;
  element: ReactNode;
} {
  const { can } = useOrganization();
  const { providers } = useAgents();
  const [place, setPlace] = useState<AgentPlace | null>(null);
  const options = providers.data?.items;
  return {
    open: can('agent.create') && options ? setPlace : undefined,
    element:
      place && options ? (
        <CreateAgentDialog
          providers={options}
          onClose={() => setPlace(null)}
          onCreated={(agentId) => {
            onCreated(place, agentId);
            setPlace(null);
          }}
        />
      ) : null,
  };
}
