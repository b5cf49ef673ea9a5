'use client';
import type { CostSums } from '@domain/cost/cost';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Count } from '../format/count';
import { Cost } from '../run/cost';

/** What was spent, in how many calls, for how many tokens. */
export function CostFigures({ sums }: { sums: CostSums }) {
  const t = useTranslations('costs');
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 sm:grid-cols-4">
      <Figure label={t('cost')}>
        <Cost micros={sums.costMicros} unknownMicros={sums.unknownMicros} />
      </Figure>
      <Figure label={t('calls')}>
        <Count value={sums.calls} />
      </Figure>
      <Figure label={t('inputTokens')}>
        <Count value={sums.inputTokens} />
      </Figure>
      <Figure label={t('outputTokens')}>
        <Count value={sums.outputTokens} />
      </Figure>
    </dl>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 font-medium text-base">{children}</dd>
  </div>
);
