'use client';
import { isBarred, openGates } from '@domain/run/gate';
import type { RunState } from '@domain/run/state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import type { Names } from '@/components/run/names';
import { WaitingPanel } from '@/components/run/waiting-panel';
import { useDecide } from '../../approvals/use-decide';
import { useOrganization } from '../../organization';
import { Artifact } from './artifact';

/** What the run waits for, as its facts say, and the means to decide it. */
export function RunWaiting({ runId, state, names }: { runId: string; state: RunState; names: Names }) {
  const { slug: org, can } = useOrganization();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const decide = useDecide();
  const client = useQueryClient();
  const open = openGates(state)
    .map(({ id }) => id)
    .join();
  const inbox = trpc.approval.pathKey();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array each time; what it names is not
  useEffect(() => {
    // The page hears of a gate before the inbox and its count are asked again.
    void client.invalidateQueries({ queryKey: inbox });
  }, [client, open]);
  return (
    <WaitingPanel
      state={state}
      names={names}
      barOf={(gate) => {
        if (!can('approval.resolve')) return 'role';
        return isBarred(state, gate, me.data?.id) ? 'four_eyes' : null;
      }}
      decide={(gateId) => decide(runId, gateId)}
      renderArtifact={(id) => <Artifact org={org} id={id} plan={state.plan} />}
    />
  );
}
