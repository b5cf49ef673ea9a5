'use client';
import type { RunSummary } from '@domain/run/view';
import { Repeat2 } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Duration } from '../format/duration';
import { Money } from '../format/money';
import { When } from '../format/when';
import { TeamIcon } from '../team/team-icon';
import { Badge } from '../ui/badge';
import { Table, Td, Th, Tr } from '../ui/table';
import { splitGoal } from './goal';
import { RunStatusPill } from './status-pill';

type Props = { runs: readonly RunSummary[]; hrefOf: (runId: string) => string; withoutTeam?: boolean };

export function RunTable({ runs, hrefOf, withoutTeam }: Props) {
  const t = useTranslations('runs');
  const rerun = useTranslations('run.rerun');
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t('status')}</Th>
          <Th>{t('goal')}</Th>
          {withoutTeam ? null : <Th className="max-md:hidden">{t('team')}</Th>}
          <Th className="max-lg:hidden">{t('startedBy')}</Th>
          <Th className="text-right max-sm:hidden">{t('duration')}</Th>
          <Th className="text-right">{t('cost')}</Th>
          <Th className="text-right max-sm:hidden">{t('started')}</Th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Tr key={run.id}>
            <Td className="w-px">
              <RunStatusPill status={run.status} />
            </Td>
            <Td className="w-full max-w-0">
              <Link
                href={hrefOf(run.id)}
                className="flex min-h-10 flex-col justify-center after:absolute after:inset-0 focus-visible:outline-offset-[-2px]"
              >
                <span className="flex items-center gap-2">
                  <span className="truncate font-medium">{splitGoal(run.goal).title}</span>
                  {run.rerunOf ? (
                    <Badge tone={run.kind === 'trial' ? 'warn' : 'neutral'}>
                      <Repeat2 aria-hidden />
                      {rerun(run.kind === 'trial' ? 'trial' : 'repeated')}
                    </Badge>
                  ) : null}
                </span>
                <span className="flex gap-1.5 text-muted-foreground text-xs md:hidden">
                  {run.team && !withoutTeam ? <span className="truncate">{run.team.name}</span> : null}
                  <span className="shrink-0 sm:hidden">
                    <When at={run.createdAt} />
                  </span>
                </span>
              </Link>
            </Td>
            {withoutTeam ? null : (
              <Td className="max-md:hidden">
                {run.team ? (
                  <span className="flex items-center gap-2 whitespace-nowrap text-muted-foreground">
                    <TeamIcon icon={run.team.icon} color={run.team.color} className="size-5" />
                    {run.team.name}
                    {run.teamVersion === null ? null : <span className="text-xs">v{run.teamVersion}</span>}
                  </span>
                ) : null}
              </Td>
            )}
            <Td className="whitespace-nowrap text-muted-foreground max-lg:hidden">{run.startedBy.name}</Td>
            <Td className="whitespace-nowrap text-right text-muted-foreground max-sm:hidden">
              {run.startedAt && run.endedAt ? (
                <Duration ms={Date.parse(run.endedAt) - Date.parse(run.startedAt)} />
              ) : null}
            </Td>
            <Td className="whitespace-nowrap text-right">
              <Money micros={run.costMicros} />
            </Td>
            <Td className="text-right text-muted-foreground text-xs max-sm:hidden">
              <When at={run.createdAt} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
