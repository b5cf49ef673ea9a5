'use client';
import type { AgentView } from '@domain/agent/view';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';
import { Monogram } from '../ui/monogram';
import { Table, Td, Th, Tr } from '../ui/table';
import { UnitBadge } from '../unit/unit-badge';

type Props = { agents: readonly AgentView[]; hrefOf: (id: string) => string };

export function AgentTable({ agents, hrefOf }: Props) {
  const t = useTranslations('agents');
  const agent = useTranslations('agent');
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t('agent')}</Th>
          <Th className="max-sm:hidden">{t('model')}</Th>
          <Th className="max-md:hidden">{t('availability')}</Th>
        </tr>
      </thead>
      <tbody>
        {agents.map((one) => (
          <Tr key={one.id}>
            <Td>
              <Link
                href={hrefOf(one.id)}
                className="flex min-h-11 items-center gap-2.5 after:absolute after:inset-0 focus-visible:outline-offset-[-2px]"
              >
                <Monogram name={one.name} seed={one.id} className="size-7" />
                <span className="min-w-0">
                  <span className="flex items-center gap-2 font-medium">
                    {one.name}
                    {one.isDefaultHub ? <Badge tone="brand">{t('coordinator')}</Badge> : null}
                  </span>
                  <span className="block text-muted-foreground text-xs">{one.role}</span>
                </span>
              </Link>
            </Td>
            <Td className="max-sm:hidden">
              <span className="flex flex-wrap items-center gap-2">
                <code className="font-mono text-xs">{one.model}</code>
                {one.provider.kind === 'demo' ? (
                  <Badge tone="warn">{agent('demo')}</Badge>
                ) : (
                  <span className="text-muted-foreground text-xs">{one.provider.name}</span>
                )}
              </span>
            </Td>
            <Td className="max-md:hidden">
              <UnitBadge name={one.unit?.name ?? null} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
