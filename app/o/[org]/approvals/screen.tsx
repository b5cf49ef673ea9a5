'use client';
import type { ApprovalView } from '@domain/approval/approval';
import { Inbox } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { usePages } from '@/app/_trpc/use-pages';
import { GateCard } from '@/components/approval/gate-card';
import { When } from '@/components/format/when';
import { splitGoal } from '@/components/run/goal';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../organization';
import { useDecide } from './use-decide';

const REFRESH_MS = 5_000;

export function ApprovalsScreen() {
  const { slug: org } = useOrganization();
  const t = useTranslations('approvals');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const decide = useDecide();
  const query = usePages({
    key: [...trpc.approval.list.pathKey(), 'pages', { org }],
    fetchPage: (cursor) => client.approval.list.query({ org, cursor }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} text={t('text')} />
      <QueryView query={query}>
        {({ pages }) => {
          const asked = pages.flatMap(({ items }) => items);
          if (asked.length === 0) {
            return (
              <Card>
                <EmptyState icon={Inbox} title={t('emptyTitle')} text={t('emptyText')} />
              </Card>
            );
          }
          return (
            <>
              <ul className="flex max-w-3xl flex-col gap-4">
                {asked.map((gate) => (
                  <li key={`${gate.runId}/${gate.gateId}`}>
                    <Card>
                      <GateCard
                        gate={gate}
                        origin={<Origin gate={gate} />}
                        {...decide(gate.runId, gate.gateId)}
                      />
                    </Card>
                  </li>
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

/** The run that asks, by whose hand it was started, and since when it waits. */
function Origin({ gate }: { gate: ApprovalView }) {
  const { href } = useOrganization();
  const t = useTranslations('approvals');
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
      <Link
        href={href(`/runs/${gate.runId}`)}
        className="inline-flex min-h-6 min-w-0 items-center break-words rounded-sm text-foreground underline decoration-border underline-offset-4 hover:decoration-foreground"
      >
        {splitGoal(gate.goal).title}
      </Link>
      <span>{gate.project.name}</span>
      {gate.team ? <span>{gate.team.name}</span> : null}
      {gate.startedBy.name ? <span>{t('startedBy', { person: gate.startedBy.name })}</span> : null}
      <span>
        <When at={gate.requestedAt} />
      </span>
    </p>
  );
}
