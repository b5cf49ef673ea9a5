'use client';
import type { RehearsalView, RehearsedRun } from '@domain/evolution/rehearsal';
import { GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { formatMoney, Money } from '../format/money';
import { RunStatusIcon } from '../run/status-pill';
import { Table, Td, Th, Tr } from '../ui/table';

type Props = { trials: RehearsalView['trials']; href: (path: string) => string };

/** Trials of a draft beside the runs that they repeat, goal by goal. */
export function TrialTable({ trials, href }: Props) {
  const t = useTranslations('evolution.rehearsal');
  const locale = useLocale();
  const over = trials.filter(({ trial }) => trial.closed);
  const sum = (of: (one: (typeof trials)[number]) => number) =>
    over.reduce((total, one) => total + of(one), 0);
  return (
    <section aria-label={t('heading')} className="rounded-lg border" data-testid="rehearsal">
      <h3 className="border-b px-4 py-2 text-muted-foreground text-xs">{t('heading')}</h3>
      <Table>
        <thead>
          <tr>
            <Th>{t('goal')}</Th>
            <Th>{t('before')}</Th>
            <Th>{t('trial')}</Th>
            <Th>
              <span className="sr-only">{t('compare')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {trials.map(({ goal, source, trial }) => (
            <Tr key={trial.id}>
              <Td className="max-w-56 truncate">{goal}</Td>
              <Td>
                <Side run={source} href={href} />
              </Td>
              <Td>
                <Side run={trial} href={href} />
              </Td>
              <Td className="text-right">
                <Link
                  className="inline-flex min-h-6 items-center gap-1 rounded-sm underline-offset-2 hover:underline"
                  href={href(`/runs/compare?a=${source.id}&b=${trial.id}`)}
                >
                  <GitCompareArrows aria-hidden className="size-3.5" />
                  {t('compare')}
                </Link>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {over.length > 0 ? (
        <p className="border-t px-4 py-2 text-[13px]">
          {t('sum', {
            before: sum(({ source }) => source.rejections),
            after: sum(({ trial }) => trial.rejections),
            costBefore: formatMoney(
              sum(({ source }) => source.costMicros),
              locale,
            ),
            costAfter: formatMoney(
              sum(({ trial }) => trial.costMicros),
              locale,
            ),
          })}
        </p>
      ) : null}
    </section>
  );
}

function Side({ run, href }: { run: RehearsedRun; href: (path: string) => string }) {
  const t = useTranslations('evolution.rehearsal');
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <RunStatusIcon status={run.status} />
      <Link
        className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
        href={href(`/runs/${run.id}`)}
      >
        {run.closed ? t('rejections', { count: run.rejections }) : t('running')}
      </Link>
      <span className="text-muted-foreground">
        <Money micros={run.costMicros} />
      </span>
    </span>
  );
}
