'use client';
import type { VersionMetrics } from '@domain/evolution/view';
import { useLocale, useTranslations } from 'next-intl';
import { Count } from '../format/count';
import { Duration } from '../format/duration';
import { Money } from '../format/money';
import { Badge } from '../ui/badge';
import { Table, Td, Th, Tr } from '../ui/table';

type Props = { versions: readonly VersionMetrics[]; current: number | null };

/** What each version's runs came to, the newest first: whether a change helped is read from line to line. */
export function FiguresTable({ versions, current }: Props) {
  const t = useTranslations('evolution');
  const locale = useLocale();
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t('version')}</Th>
          <Th className="text-right">{t('runs')}</Th>
          <Th className="text-right max-md:hidden">{t('failed')}</Th>
          <Th className="text-right">{t('acceptedFirst')}</Th>
          <Th className="text-right max-sm:hidden">{t('rework')}</Th>
          <Th className="text-right max-lg:hidden">{t('tokens')}</Th>
          <Th className="text-right max-sm:hidden">{t('cost')}</Th>
          <Th className="text-right max-md:hidden">{t('duration')}</Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((one) => (
          <Tr key={one.version}>
            <Td className="font-medium">
              <span className="flex items-center gap-2">
                v{one.version}
                {one.version === current ? <Badge tone="ok">{t('current')}</Badge> : null}
              </span>
            </Td>
            <Td className="text-right">
              <Count value={one.runs} />
            </Td>
            <Td className="text-right max-md:hidden">
              <Count value={one.failed} />
            </Td>
            <Td className="text-right tabular-nums">
              {one.acceptedShare ? (
                <span
                  title={t('interval', {
                    low: percent.format(one.acceptedShare.low),
                    high: percent.format(one.acceptedShare.high),
                  })}
                >
                  {percent.format(one.acceptedShare.value)}
                  <span className="ml-1 text-muted-foreground text-xs">
                    {percent.format(one.acceptedShare.low)}–{percent.format(one.acceptedShare.high)}
                  </span>
                </span>
              ) : (
                '–'
              )}
            </Td>
            <Td className="text-right tabular-nums max-sm:hidden">
              {one.meanRework === null ? '–' : decimal.format(one.meanRework)}
            </Td>
            <Td className="text-right max-lg:hidden">
              {one.meanTokens === null ? '–' : <Count value={Math.round(one.meanTokens)} />}
            </Td>
            <Td className="text-right max-sm:hidden">
              {one.meanCostMicros === null ? '–' : <Money micros={Math.round(one.meanCostMicros)} />}
            </Td>
            <Td className="text-right max-md:hidden">
              {one.durationMs ? <Duration ms={one.durationMs.p50} /> : '–'}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
