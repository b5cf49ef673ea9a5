'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { RehearseDialog } from '@/components/evolution/rehearse-dialog';
import { TrialTable } from '@/components/evolution/trial-table';
import { useOrganization } from '../../organization';

/** Between two looks at trials that still run, ms. */
const LOOK_AGAIN_MS = 2_000;

/** How the trials of a proposal went; nothing before the first. */
export function Rehearsal({ teamId, version }: { teamId: string; version: number }) {
  const { slug: org, href } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.version.rehearsal.queryOptions({ org, teamId, version }),
    refetchInterval: ({ state }) =>
      state.data?.trials.some(({ trial }) => !trial.closed) ? LOOK_AGAIN_MS : false,
  });
  return data && data.trials.length > 0 ? <TrialTable trials={data.trials} href={href} /> : null;
}

type Props = { teamId: string; version: number; onClose: () => void };

/** Asks for the budget of each trial and starts them. */
export function StartRehearsal({ teamId, version, onClose }: Props) {
  const { slug: org } = useOrganization();
  const t = useTranslations('evolution.rehearsal');
  const reasons = useTranslations('reasons');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [key] = useState(() => crypto.randomUUID());
  const rehearse = useMutation(trpc.version.rehearse.mutationOptions());
  return (
    <RehearseDialog
      version={version}
      onClose={onClose}
      onRehearse={async (budgetMicros) => {
        try {
          const asked = { org, teamId, version, budgetMicros, idempotencyKey: key };
          const { runs, skipped } = await rehearse.mutateAsync(asked);
          const reason = skipped[0]?.reason as 'suspended' | undefined;
          const why = reason
            ? t('skipped', { count: skipped.length, reason: reasons.has(reason) ? reasons(reason) : reason })
            : null;
          if (runs.length === 0) return why;
          toast.success(t('started', { count: runs.length }), why ? { description: why } : {});
          await client.invalidateQueries(trpc.version.rehearsal.queryFilter({ org, teamId, version }));
          return null;
        } catch (error) {
          return failureText(error);
        }
      }}
    />
  );
}
