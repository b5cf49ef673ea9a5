'use client';
import type { RunState } from '@domain/run/state';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { PauseControls } from '@/components/run/pause-controls';
import { useOrganization } from '../../organization';

const TOLD = { paused: 'paused', resumed: 'resumed', adopted: 'adopted' } as const;

/** Pausing, resuming and taking over a run, for who may. */
export function RunControls({ runId, state }: { runId: string; state: RunState }) {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('run.pause');
  const trpc = useTRPC();
  const failureText = useFailureText();
  const verbs = {
    pause: useMutation(trpc.run.pause.mutationOptions()),
    resume: useMutation(trpc.run.resume.mutationOptions()),
    adopt: useMutation(trpc.run.adopt.mutationOptions()),
  };
  if (!can('run.pause')) return null;
  return (
    <PauseControls
      state={state}
      onVerb={async (verb) => {
        try {
          const { outcome } = await verbs[verb].mutateAsync({ org, runId });
          const told = TOLD[outcome as keyof typeof TOLD];
          if (told) toast.success(t(told));
          else toast.info(t('already'));
        } catch (error) {
          toast.error(failureText(error));
        }
      }}
    />
  );
}
