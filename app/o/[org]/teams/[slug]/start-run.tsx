'use client';
import type { AtLimit } from '@domain/budget/cap';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { StartBudget } from '@/components/budget/start-budget';
import { StartDialog } from '@/components/run/start-dialog';
import { useOrganization } from '../../organization';
import { StartTeam } from './start-team';

type Props = {
  team: { id: string; slug: string; name: string; version: number };
  budgetMicros: number;
  onClose: () => void;
};

export function StartRun({ team, budgetMicros, onClose }: Props) {
  const { slug: org, href } = useOrganization();
  const trpc = useTRPC();
  const router = useRouter();
  const client = useQueryClient();
  const failureText = useFailureText();
  const projects = useQuery(trpc.project.list.queryOptions({ org, limit: 100 }));
  const start = useMutation(trpc.run.start.mutationOptions());
  const forecast = useQuery(trpc.cost.forecast.queryOptions({ org, teamId: team.id, version: team.version }));
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [atLimit, setAtLimit] = useState<AtLimit>('end');
  if (!projects.data) return null;
  return (
    <StartDialog
      team={team}
      projects={projects.data.items}
      defaultBudgetMicros={budgetMicros}
      renderPeople={(projectId) => (
        <StartTeam
          team={team}
          projectId={projectId}
          chosen={chosen}
          onChoose={(slotId, agentId) => setChosen({ ...chosen, [slotId]: agentId })}
        />
      )}
      renderBudget={(typed) => (
        <StartBudget forecast={forecast.data} budgetMicros={typed} atLimit={atLimit} onAtLimit={setAtLimit} />
      )}
      onClose={onClose}
      onStart={async (input) => {
        try {
          const { runId } = await start.mutateAsync({
            org,
            teamId: team.id,
            version: team.version,
            ...input,
            ...(atLimit === 'ask' && { atLimit }),
            ...(Object.keys(chosen).length > 0 && { bindings: chosen }),
          });
          router.push(href(`/runs/${runId}`));
          return null;
        } catch (error) {
          // Where a slot is to blame, its row says so.
          await client.invalidateQueries(trpc.team.resolve.pathFilter());
          return failureText(error);
        }
      }}
    />
  );
}
