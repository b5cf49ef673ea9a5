'use client';
import type { AtLimit } from '@domain/budget/cap';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { attachFile } from '@/app/_trpc/attach-file';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { StartBudget } from '@/components/budget/start-budget';
import { StartDialog } from '@/components/run/start-dialog';
import { StartFiles } from '@/components/run/start-files';
import { useOrganization } from '../../organization';
import { StartTeam } from './start-team';

type Props = {
  team: { id: string; slug: string; name: string; version: number };
  budgetMicros: number;
  onClose: () => void;
};

export function StartRun({ team, budgetMicros, onClose }: Props) {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('start.files');
  const trpc = useTRPC();
  const router = useRouter();
  const client = useQueryClient();
  const failureText = useFailureText();
  const projects = useQuery(trpc.project.list.queryOptions({ org, limit: 100 }));
  const start = useMutation(trpc.run.start.mutationOptions());
  const forecast = useQuery(trpc.cost.forecast.queryOptions({ org, teamId: team.id, version: team.version }));
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [atLimit, setAtLimit] = useState<AtLimit>('end');
  const [files, setFiles] = useState<File[]>([]);
  const [brought, setBrought] = useState<number | null>(null);
  const resume = useMutation(trpc.run.resume.mutationOptions());
  // The run stands until all of them are there: where one is refused, a person decides how it goes on.
  const bring = async (runId: string) => {
    const refused: string[] = [];
    for (const [at, file] of files.entries()) {
      setBrought(at);
      if ((await attachFile(org, runId, file)) !== 'attached') refused.push(file.name);
    }
    if (refused.length > 0) toast.error(t('notBrought', { names: refused.join(', ') }));
    // One that cannot be resumed is seen to be paused on its page.
    else await resume.mutateAsync({ org, runId }).catch((error) => toast.error(failureText(error)));
  };
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
      files={can('run.attach') ? <StartFiles files={files} brought={brought} onChange={setFiles} /> : null}
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
            ...(files.length > 0 && { paused: true }),
            ...(atLimit === 'ask' && { atLimit }),
            ...(Object.keys(chosen).length > 0 && { bindings: chosen }),
          });
          if (files.length > 0) await bring(runId);
          // The way back leads to the team, not to this dialog.
          window.history.replaceState(null, '', window.location.pathname);
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
