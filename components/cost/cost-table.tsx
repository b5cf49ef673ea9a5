'use client';
import type { CostBy, CostLine } from '@domain/cost/cost';
import { useLocale, useTranslations } from 'next-intl';
import { Count } from '../format/count';
import { Cost } from '../run/cost';
import { Table, Td, Th, Tr } from '../ui/table';

type Props = { by: CostBy; lines: readonly CostLine[]; totalMicros: number };

/** Lines of a rollup, each with its share of the whole as a bar and as a figure. */
export function CostTable({ by, lines, totalMicros }: Props) {
  const t = useTranslations('costs');
  const locale = useLocale();
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t(`by.${by}`)}</Th>
          <Th className="text-right max-md:hidden">{t('calls')}</Th>
          <Th className="text-right max-md:hidden">{t('tokens')}</Th>
          <Th className="text-right">{t('cost')}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const share = totalMicros > 0 ? line.costMicros / totalMicros : 0;
          return (
            <Tr key={line.key}>
              <Td className="min-w-0 py-2.5">
                <span className="block break-words font-medium">
                  {by === 'day' ? day.format(new Date(line.key)) : (line.label ?? t('hidden'))}
                </span>
                {totalMicros > 0 ? (
                  <span className="mt-1.5 flex items-center gap-2">
                    <span aria-hidden className="h-1 max-w-48 flex-1 overflow-hidden rounded-full bg-muted">
                      <span className="block h-full bg-brand" style={{ width: `${share * 100}%` }} />
                    </span>
                    <span className="text-muted-foreground text-xs tabular-nums">
                      {percent.format(share)}
                    </span>
                  </span>
                ) : null}
              </Td>
              <Td className="text-right max-md:hidden">
                <Count value={line.calls} />
              </Td>
              <Td className="text-right max-md:hidden">
                <Count value={line.inputTokens + line.outputTokens} />
              </Td>
              <Td className="text-right">
                <Cost micros={line.costMicros} unknownMicros={line.unknownMicros} />
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
