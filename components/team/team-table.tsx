'use client';
import type { TeamSummary } from '@domain/team/view';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { When } from '../format/when';
import { RunStatusPill } from '../run/status-pill';
import { Badge } from '../ui/badge';
import { Table, Td, Th, Tr } from '../ui/table';
import { UnitBadge } from '../unit/unit-badge';
import { TeamIcon } from './team-icon';

type Props = { teams: readonly TeamSummary[]; hrefOf: (slug: string) => string };

export function TeamTable({ teams, hrefOf }: Props) {
  const t = useTranslations('teams');
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t('team')}</Th>
          <Th>{t('availability')}</Th>
          <Th className="max-md:hidden">{t('hub')}</Th>
          <Th className="text-right max-md:hidden">{t('members')}</Th>
          <Th className="max-sm:hidden">{t('version')}</Th>
          <Th>{t('lastRun')}</Th>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <Tr key={team.id}>
            <Td className="max-w-80">
              <Link
                href={hrefOf(team.slug)}
                className="flex min-h-10 items-center gap-2.5 after:absolute after:inset-0 focus-visible:outline-offset-[-2px]"
              >
                <TeamIcon icon={team.icon} color={team.color} className="size-7" />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{team.name}</span>
                  {team.description ? (
                    <span className="block truncate text-muted-foreground text-xs">{team.description}</span>
                  ) : null}
                </span>
              </Link>
            </Td>
            <Td>
              <UnitBadge name={team.unit?.name ?? null} />
            </Td>
            <Td className="text-muted-foreground max-md:hidden">{team.hub?.name}</Td>
            <Td className="text-right tabular-nums max-md:hidden">{team.memberCount}</Td>
            <Td className="max-sm:hidden">
              {team.currentVersion === null ? (
                <Badge tone="warn">{t('noVersion')}</Badge>
              ) : (
                <span className="tabular-nums">v{team.currentVersion}</span>
              )}
            </Td>
            <Td>
              {team.lastRun ? (
                <span className="flex items-center gap-2 text-muted-foreground text-xs">
                  <RunStatusPill status={team.lastRun.status} />
                  <span className="max-sm:hidden">
                    <When at={team.lastRun.at} />
                  </span>
                </span>
              ) : (
                <span className="text-muted-foreground text-xs">{t('never')}</span>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
