'use client';
import { Provenance } from '@domain/evolution/view';
import { Manifest } from '@domain/team/manifest';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sprout } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Team } from '@/app/_trpc/answers';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { DisputeList } from '@/components/evolution/dispute-list';
import { EffectList } from '@/components/evolution/effect-list';
import { FiguresTable } from '@/components/evolution/figures-table';
import { ProposalCard } from '@/components/evolution/proposal-card';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useOrganization } from '../../organization';
import { Rehearsal, StartRehearsal } from './rehearsal';
import { useVersionDecision } from './use-version-decision';

/** Open proposals that are shown; one is decided before the next is needed. */
const SHOWN = 10;

/** What a team's runs say about its versions, and what the detector proposes. */
export function Evolution({ team }: { team: Team }) {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('evolution');
  const trpc = useTRPC();
  const metrics = useQuery(trpc.team.metrics.queryOptions({ org, id: team.id }));
  const manifest = Manifest.safeParse(team.current?.manifest);
  const titleOf = (slotId: string) =>
    (manifest.success && manifest.data.slots.find(({ id }) => id === slotId)?.title) || slotId;
  const runHref = (runId: string) => href(`/runs/${runId}`);
  return (
    <QueryView query={metrics}>
      {({ versions, effects }) => {
        if (versions.length === 0) {
          return (
            <Card>
              <EmptyState icon={Sprout} title={t('emptyTitle')} text={t('emptyText')} />
            </Card>
          );
        }
        const disputed = versions.find(({ version }) => version === team.currentVersion)?.disputes ?? [];
        return (
          <div className="flex flex-col gap-4">
            <Proposals team={team} titleOf={titleOf} runHref={runHref} />
            <Card>
              <div className="flex h-10 items-center justify-between border-b px-4">
                <h2 className="font-medium text-[13px]">{t('figures')}</h2>
              </div>
              <FiguresTable versions={versions} current={team.currentVersion} />
            </Card>
            {effects.length > 0 ? (
              <Card>
                <div className="flex h-10 items-center border-b px-4">
                  <h2 className="font-medium text-[13px]">{t('effects.heading')}</h2>
                </div>
                <EffectList effects={effects} titleOf={titleOf} />
              </Card>
            ) : null}
            <Card>
              <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 border-b px-4 py-1.5">
                <h2 className="font-medium text-[13px]">{t('disputes')}</h2>
                {can('version.propose') ? <Detect teamId={team.id} /> : null}
              </div>
              {disputed.length > 0 ? (
                <DisputeList disputes={disputed} titleOf={titleOf} hrefOf={runHref} />
              ) : (
                <p className="px-4 py-3 text-[13px] text-muted-foreground">{t('noDisputes')}</p>
              )}
            </Card>
          </div>
        );
      }}
    </QueryView>
  );
}

function Detect({ teamId }: { teamId: string }) {
  const { slug: org } = useOrganization();
  const t = useTranslations('evolution');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const detect = useMutation(trpc.team.detect.mutationOptions());
  const look = async () => {
    try {
      const { versions } = await detect.mutateAsync({ org, id: teamId });
      toast.success(t('found', { count: versions.length }));
      await client.invalidateQueries(trpc.version.pathFilter());
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  return (
    <Button size="sm" pending={detect.isPending} onClick={() => void look()}>
      {t('detect')}
    </Button>
  );
}

type ProposalsProps = { team: Team; titleOf: (slotId: string) => string; runHref: (runId: string) => string };

function Proposals({ team, titleOf, runHref }: ProposalsProps) {
  const { slug: org, can } = useOrganization();
  const trpc = useTRPC();
  const decision = useVersionDecision(team.id);
  const [rehearsed, setRehearsed] = useState<number | null>(null);
  const list = useQuery(trpc.version.list.queryOptions({ org, teamId: team.id, limit: 100 }));
  const open = (list.data?.items ?? [])
    .filter(({ origin, status }) => origin === 'agent_proposal' && status === 'draft')
    .slice(0, SHOWN);
  const whole = useQueries({
    queries: open.map(({ version }) => trpc.version.get.queryOptions({ org, teamId: team.id, version })),
  });
  return (
    <>
      {whole.map(({ data }) => {
        const provenance = Provenance.safeParse(data?.provenance);
        if (!data || !provenance.success) return null;
        return (
          <ProposalCard
            key={data.version}
            version={data.version}
            provenance={provenance.data}
            titleOf={titleOf}
            hrefOf={runHref}
            may={{ apply: can('version.apply'), reject: can('version.reject') }}
            busy={decision.busy !== null}
            onApply={() => decision.ask('apply', data.version)}
            onReject={() => decision.ask('reject', data.version)}
            onRehearse={can('run.start') ? () => setRehearsed(data.version) : undefined}
            rehearsal={<Rehearsal teamId={team.id} version={data.version} />}
          />
        );
      })}
      {decision.dialog}
      {rehearsed === null ? null : (
        <StartRehearsal teamId={team.id} version={rehearsed} onClose={() => setRehearsed(null)} />
      )}
    </>
  );
}
