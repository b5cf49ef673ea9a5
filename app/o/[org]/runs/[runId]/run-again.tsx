'use client';
import type { RunState } from '@domain/run/state';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { RerunDialog } from '@/components/run/rerun-dialog';
import { useOrganization } from '../../organization';

type Props = { runId: string; state: RunState; from: string | undefined; onClose: () => void };

/** The way to run an ended run again, with its team's applied versions. */
export function RunAgain({ runId, state, from, onClose }: Props) {
  const { slug: org, href } = useOrganization();
  const t = useTranslations('run.rerun');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const rerun = useMutation(trpc.run.rerun.mutationOptions());
  const versions = useQuery({
    ...trpc.version.list.queryOptions({ org, teamId: state.teamId ?? '', limit: 100 }),
    enabled: state.teamId !== undefined,
  });
  // A team beside the reader's line has no list: the run's own version is then the only one.
  if (versions.isPending && state.teamId !== undefined) return null;
  const applied = (versions.data?.items ?? []).filter(({ status }) => status === 'applied');
  const inOrder = [...applied].sort((a, b) => Number(b.current) - Number(a.current) || b.version - a.version);
  return (
    <RerunDialog
      state={state}
      from={from}
      versions={inOrder.map(({ version }) => version)}
      loadText={async (id) => {
        const asked = trpc.run.artifact.queryOptions({ org, id });
        const { text, value } = await client.fetchQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY });
        return value === undefined ? text : JSON.stringify(value, null, 2);
      }}
      onClose={onClose}
      onRerun={async (input) => {
        try {
          const answer = await rerun.mutateAsync({ org, runId, ...input });
          toast.success(t('started'));
          await client.invalidateQueries(trpc.run.get.queryFilter({ org, id: runId }));
          router.push(href(`/runs/${answer.runId}`));
          return null;
        } catch (error) {
          return failureText(error);
        }
      }}
    />
  );
}
