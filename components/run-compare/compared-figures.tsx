'use client';
import type { RunComparison } from '@domain/run/compare-view';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '../format/duration';
import { formatMoney } from '../format/money';
import { Card } from '../ui/card';
import { cn } from '../ui/class-names';
import { Table, Td, Th, Tr } from '../ui/table';

type Run = RunComparison['a'];
type Line = { label: string; a: number | null; b: number | null; format: (value: number) => string };

/** The figures of two runs and what the second has more or less: less is better for each of them. */
export function ComparedFigures({ a, b }: { a: Run; b: Run }) {
  const t = useTranslations('run.compare');
  const locale = useLocale();
  const count = (value: number) => value.toLocaleString(locale);
  const tokens = ({ inputTokens, outputTokens }: Run) => inputTokens + outputTokens;
  const lines: Line[] = [
    { label: t('cost'), a: a.costMicros, b: b.costMicros, format: (value) => formatMoney(value, locale) },
    { label: t('tokens'), a: tokens(a), b: tokens(b), format: count },
    { label: t('duration'), a: a.durationMs, b: b.durationMs, format: (ms) => formatDuration(ms, locale) },
    { label: t('rework'), a: a.reworkRounds, b: b.reworkRounds, format: count },
  ];
  return (
    <Card>
      <Table>
        <thead>
          <tr>
            <Th>
              <span className="sr-only">{t('run')}</span>
            </Th>
            <Th className="text-right">{t('older')}</Th>
            <Th className="text-right">{t('newer')}</Th>
            <Th className="text-right">
              <span className="sr-only">{t('newer')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, a: left, b: right, format }) => (
            <Tr key={label}>
              <Td className="text-muted-foreground">{label}</Td>
              <Td className="text-right tabular-nums">{left === null ? '–' : format(left)}</Td>
              <Td className="text-right tabular-nums">{right === null ? '–' : format(right)}</Td>
              <Td className="text-right">
                <Delta by={left === null || right === null ? null : right - left} format={format} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function Delta({ by, format }: { by: number | null; format: (value: number) => string }) {
  const t = useTranslations('run.compare');
  if (by === null) return null;
  if (by === 0) return <span className="text-muted-foreground text-xs">{t('noDelta')}</span>;
  return (
    <span className={cn('text-xs tabular-nums', by < 0 ? 'text-ok' : 'text-warn')}>
      {t(by < 0 ? 'less' : 'more', { value: format(Math.abs(by)) })}
    </span>
  );
}
