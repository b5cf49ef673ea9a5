'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileStack } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Team } from '@/app/_trpc/answers';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { usePages } from '@/app/_trpc/use-pages';
import { DecisionDialog } from '@/components/team/decision-dialog';
import { type VersionAction, VersionList } from '@/components/team/version-list';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/ui/load-more';
import { useOrganization } from '../../organization';

export function Versions({ team }: { team: Team }) {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('versions');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [asked, setAsked] = useState<{ action: VersionAction; version: number } | null>(null);
  const server = useTRPCClient();
  const query = usePages({
    key: [...trpc.version.list.pathKey(), 'pages', org, team.id],
    fetchPage: (cursor) => server.version.list.query({ org, teamId: team.id, cursor }),
  });
  const apply = useMutation(trpc.version.applyDraft.mutationOptions());
  const reject = useMutation(trpc.version.reject.mutationOptions());
  const rollBack = useMutation(trpc.version.rollBack.mutationOptions());
  const pending = apply.isPending || reject.isPending || rollBack.isPending;
  const decide = async (action: VersionAction, version: number, note: string) => {
    const one = { org, teamId: team.id, version };
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
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const versions = pages.flatMap(({ items }) => items);
        if (versions.length === 0) {
          return <EmptyState icon={FileStack} title={t('emptyTitle')} text={t('emptyText')} />;
        }
        return (
          <>
            <VersionList
              versions={versions}
              may={{
                apply: can('version.apply'),
                reject: can('version.reject'),
                rollBack: can('version.apply'),
              }}
              busy={pending && asked ? asked.version : null}
              onAct={(action, version) => setAsked({ action, version })}
            />
            <LoadMore query={query} />
            {asked ? (
              <DecisionDialog
                {...asked}
                pending={pending}
                onClose={() => setAsked(null)}
                onConfirm={(note) => void decide(asked.action, asked.version, note)}
              />
            ) : null}
          </>
        );
      }}
    </QueryView>
  );
}
