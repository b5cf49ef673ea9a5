'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import type { Decide } from '@/components/approval/asked-gate';
import { useOrganization } from '../organization';

/** Decides gates; the inbox and its count are read again after each try, because somebody else may have been faster. */
export function useDecide(): (runId: string, gateId: string) => Decide {
  const { slug: org } = useOrganization();
  const trpc = useTRPC();
  const client = useQueryClient();
  const t = useTranslations('approvals.decided');
  const failureText = useFailureText();
  const resolve = useMutation(trpc.approval.resolve.mutationOptions());
  const answer = useMutation(trpc.approval.answer.mutationOptions());
  const told = async (asked: Promise<{ outcome: string }>): Promise<string | null> => {
    try {
      const { outcome } = await asked;
      if (outcome === 'approved' || outcome === 'denied' || outcome === 'answered') toast.success(t(outcome));
      else toast.info(t('already'));
      return null;
    } catch (error) {
      return failureText(error);
    } finally {
      void client.invalidateQueries({ queryKey: trpc.approval.pathKey() });
    }
  };
  return (runId, gateId) => ({
    onResolve: (decision, text) => told(resolve.mutateAsync({ org, runId, gateId, decision, text })),
    onAnswer: (text) => told(answer.mutateAsync({ org, runId, gateId, text })),
  });
}
