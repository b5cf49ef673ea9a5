'use client';
import type { RunState } from '@domain/run/state';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { failureOf } from '@/app/_trpc/failure';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { Lineage } from '@/components/run/lineage';
import { shortId } from '@/components/run/names';
import { RunView } from '@/components/run/run-view';
import { Breadcrumbs } from '@/components/shell/breadcrumbs';
import { TeamIcon } from '@/components/team/team-icon';
import { ErrorState } from '@/components/ui/error-state';
import { useOrganization } from '../../organization';
import { Artifact } from './artifact';
import { RunAgain } from './run-again';
import { RunControls } from './run-controls';
import { RunCosts } from './run-costs';
import { RunFiles } from './run-files';
import { RunNotes } from './run-notes';
import { RunWaiting } from './run-waiting';
import type { RunSeed } from './seed-state';
import { RunSkeleton } from './skeleton';
import { useHandOver } from './use-hand-over';
import { useNamedPeople } from './use-named-people';
import { useRunFeed } from './use-run-feed';

export function RunScreen({ runId }: { runId: string }) {
  const { slug } = useOrganization();
  const trpc = useTRPC();
  const query = useQuery(trpc.run.get.queryOptions({ org: slug, id: runId }));
  return (
    <>
      <Breadcrumbs org={slug} trail={[{ label: shortId(runId) }]} />
      <QueryView query={query} skeleton={<RunSkeleton />}>
        {(run) => <Watched run={run} />}
      </QueryView>
    </>
  );
}

function Watched({ run }: { run: RunSeed }) {
  const { slug, href, can } = useOrganization();
  const trpc = useTRPC();
  const t = useTranslations('run.stop');
  const status = useTranslations('status.run');
  const errors = useTranslations('errors');
  const failureText = useFailureText();
  const { feed, refused } = useRunFeed(slug, run);
  useNamedPeople(slug, run, feed.facts);
  const cancel = useMutation(trpc.run.cancel.mutationOptions());
  const stop = async (reason: string) => {
    try {
      const answer = await cancel.mutateAsync({ org: slug, runId: run.id, reason });
      if (answer.outcome === 'cancelled') toast.success(t('done'));
      else toast.info(t('already', { status: status(answer.status as 'completed') }));
      return true;
    } catch (error) {
      toast.error(failureText(error));
      return false;
    }
  };
  const handOver = useHandOver(slug, run.id);
  const search = useSearchParams();
  const open = (tab: string) => {
    const params = new URLSearchParams(search);
    params.set('tab', tab);
    window.history.replaceState(null, '', `?${params}`);
  };
  const [again, setAgain] = useState<{ from: string | undefined } | null>(null);
  if (refused) {
    return (
      <ErrorState title={errors('title')} text={failureText(refused)} traceId={failureOf(refused).traceId} />
    );
  }
  const { rerunOf } = feed.state;
  const source = rerunOf?.from === undefined ? undefined : titleIn(feed.state, rerunOf.from);
  return (
    <>
      <RunView
        feed={feed}
        names={run.names}
        tab={search.get('tab')}
        onTab={open}
        origin={
          run.team ? (
            <TeamLink team={run.team} version={run.teamVersion} href={href(`/teams/${run.team.slug}`)} />
          ) : null
        }
        onStop={can('run.cancel') ? stop : undefined}
        controls={<RunControls runId={run.id} state={feed.state} />}
        lineage={
          <Lineage
            runId={run.id}
            kind={run.kind}
            rerunOf={run.rerunOf}
            from={source}
            reruns={run.reruns}
            href={href}
          />
        }
        onRerun={can('run.start') && !feed.state.trial ? (from) => setAgain({ from }) : undefined}
        waiting={<RunWaiting runId={run.id} state={feed.state} names={run.names} />}
        onHandOver={can('run.handOver') ? handOver : undefined}
        renderArtifact={(id) => <Artifact org={slug} id={id} plan={feed.state.plan} />}
        renderFiles={() => <RunFiles runId={run.id} state={feed.state} />}
        renderNotes={() => <RunNotes runId={run.id} state={feed.state} names={run.names} />}
        renderCost={() => <RunCosts runId={run.id} state={feed.state} />}
      />
      {again ? (
        <RunAgain runId={run.id} state={feed.state} from={again.from} onClose={() => setAgain(null)} />
      ) : null}
    </>
  );
}

const titleIn = ({ plan }: RunState, slotId: string): string =>
  plan?.steps.find(({ id }) => id === slotId)?.title ?? slotId;

function TeamLink({
  team,
  version,
  href,
}: {
  team: NonNullable<RunSeed['team']>;
  version: number | null;
  href: string;
}) {
  return (
    <Link href={href} className="inline-flex min-h-6 items-center gap-1.5 rounded-sm hover:text-foreground">
      <TeamIcon icon={team.icon} color={team.color} className="size-5" />
      {team.name}
      {version === null ? null : <span className="tabular-nums">v{version}</span>}
    </Link>
  );
}
