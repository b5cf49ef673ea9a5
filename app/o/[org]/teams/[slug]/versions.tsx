'use client';
import { FileStack } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { Team } from '@/app/_trpc/answers';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { usePages } from '@/app/_trpc/use-pages';
import { VersionList } from '@/components/team/version-list';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/ui/load-more';
import { useOrganization } from '../../organization';
import { useVersionDecision } from './use-version-decision';

export function Versions({ team }: { team: Team }) {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('versions');
  const trpc = useTRPC();
  const server = useTRPCClient();
  const decision = useVersionDecision(team.id);
  const query = usePages({
    key: [...trpc.version.list.pathKey(), 'pages', org, team.id],
    fetchPage: (cursor) => server.version.list.query({ org, teamId: team.id, cursor }),
  });
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
              busy={decision.busy}
              onAct={decision.ask}
            />
            <LoadMore query={query} />
            {decision.dialog}
          </>
        );
      }}
    </QueryView>
  );
}
