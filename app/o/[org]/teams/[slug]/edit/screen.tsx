'use client';
import { Manifest } from '@domain/team/manifest';
import { useQuery } from '@tanstack/react-query';
import { FileStack } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { Draft, Team } from '@/app/_trpc/answers';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { Breadcrumbs } from '@/components/shell/breadcrumbs';
import { type ManifestDraft, newDraft } from '@/components/team/draft';
import { formCanShow, fromManifest } from '@/components/team/draft-manifest';
import { readDraft } from '@/components/team/read-draft';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useAgents } from '../../../agents/use-agents';
import { useOrganization } from '../../../organization';
import { Editor } from './editor';

export function EditTeamScreen({ slug }: { slug: string }) {
  const { slug: org } = useOrganization();
  const trpc = useTRPC();
  const team = useQuery(trpc.team.get.queryOptions({ org, slug }));
  return <QueryView query={team}>{(found) => <Loaded team={found} />}</QueryView>;
}

function Loaded({ team }: { team: Team }) {
  const { slug: org, href } = useOrganization();
  const t = useTranslations('team');
  const form = useTranslations('teamForm');
  const trpc = useTRPC();
  const { agents } = useAgents();
  // Read once: what is typed here is newer than anything that the server could answer later.
  const draft = useQuery({
    ...trpc.version.draft.queryOptions({ org, teamId: team.id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const current = Manifest.safeParse(team.current?.manifest);
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Breadcrumbs
          org={org}
          trail={[{ label: team.name, href: href(`/teams/${team.slug}`) }, { label: t('edit') }]}
        />
        <PageHeader title={team.name} text={form('editText')} />
      </div>
      {current.success && !formCanShow(current.data) ? (
        <EmptyState icon={FileStack} title={t('edit')} text={form('cannotEdit')} />
      ) : (
        <QueryView query={draft}>
          {(saved) => (
            <QueryView query={agents}>
              {({ items }) => (
                <Editor team={team} agents={items} saved={saved} initial={initialOf(saved, current.data)} />
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    </div>
  );
}

function initialOf(saved: Draft, current: Manifest | undefined): ManifestDraft {
  return (saved && readDraft(saved.manifest)) ?? (current ? fromManifest(current) : newDraft('pipeline'));
}
