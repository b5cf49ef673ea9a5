'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';

/** Gives the turn of a handoff run to a slot, or ends the work; answers whether it happened. */
export function useHandOver(org: string, runId: string) {
  const trpc = useTRPC();
  const t = useTranslations('run.handOver');
  const failureText = useFailureText();
  const handOver = useMutation(trpc.run.handOver.mutationOptions());
  return async (to: string | undefined, reason: string): Promise<boolean> => {
    try {
      await handOver.mutateAsync({ org, runId, reason, ...(to !== undefined && { to }) });
      toast.success(t(to === undefined ? 'finished' : 'handed'));
      return true;
    } catch (error) {
      toast.error(failureText(error));
      return false;
    }
  };
}
