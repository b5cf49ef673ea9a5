'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { DecisionDialog } from '@/components/team/decision-dialog';
import type { VersionAction } from '@/components/team/version-list';
import { useOrganization } from '../../organization';

/** Applying, rejecting and rolling back versions of a team, each asked for with its reason. */
export function useVersionDecision(teamId: string): {
  ask: (action: VersionAction, version: number) => void;
  /** The version on which an action is under way. */
  busy: number | null;
  dialog: ReactNode;
} {
  const { slug: org } = useOrganization();
  const t = useTranslations('versions');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [asked, setAsked] = useState<{ action: VersionAction; version: number } | null>(null);
  const apply = useMutation(trpc.version.applyDraft.mutationOptions());
  const reject = useMutation(trpc.version.reject.mutationOptions());
  const rollBack = useMutation(trpc.version.rollBack.mutationOptions());
  const pending = apply.isPending || reject.isPending || rollBack.isPending;
  const decide = async (action: VersionAction, version: number, note: string) => {
    const one = { org, teamId, version };
    try {
      if (action === 'apply') await apply.mutateAsync({ ...one, note });
      if (action === 'reject') await reject.mutateAsync({ ...one, reason: note });
      const made = action === 'rollBack' ? await rollBack.mutateAsync({ ...one, note }) : null;
      if (made) toast.success(t('rolledBack', { version: made.version }));
      else toast.success(t(action === 'apply' ? 'applied' : 'rejected', { version }));
      setAsked(null);
    } catch (error) {
      toast.error(failureText(error));
    }
    await Promise.all([
      client.invalidateQueries(trpc.version.pathFilter()),
      client.invalidateQueries(trpc.team.pathFilter()),
    ]);
  };
  return {
    ask: (action, version) => setAsked({ action, version }),
    busy: pending && asked ? asked.version : null,
    dialog: asked ? (
      <DecisionDialog
        {...asked}
        pending={pending}
        onClose={() => setAsked(null)}
        onConfirm={(note) => void decide(asked.action, asked.version, note)}
      />
    ) : null,
  };
}
