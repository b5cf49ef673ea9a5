'use client';
import type { AtLimit } from '@domain/budget/cap';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { StartBudget } from '@/components/budget/start-budget';
import { StartDialog } from '@/components/run/start-dialog';
import { useOrganization } from '../../organization';

type Props = {
  team: { id: string; name: string; version: number };
  budgetMicros: number;
  onClose: () => void;
};

export function StartRun({ team, budgetMicros, onClose }: Props) {
  const { slug: org, href } = useOrganization();
  const trpc = useTRPC();
  const router = useRouter();
  const failureText = useFailureText();
  const projects = useQuery(trpc.project.list.queryOptions({ org, limit: 100 }));
  const start = useMutation(trpc.run.start.mutationOptions());
  const forecast = useQuery(trpc.cost.forecast.queryOptions({ org, teamId: team.id, version: team.version }));
  const [atLimit, setAtLimit] = useState<AtLimit>('end');
  if (!projects.data) return null;
  return (
    <StartDialog
      team={team}
      projects={projects.data.items}
      defaultBudgetMicros={budgetMicros}
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
          });
          router.push(href(`/runs/${runId}`));
          return null;
        } catch (error) {
          return failureText(error);
        }
      }}
    />
  );
}
