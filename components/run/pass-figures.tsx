'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Duration } from '../format/duration';
import { Cost } from './cost';
import type { Pass } from './pass';
import { Tokens } from './tokens';

export function PassFigures({ pass, now }: { pass: Pass; now: number | null }) {
  const t = useTranslations('run');
  const from = pass.startedAt ? Date.parse(pass.startedAt) : null;
  const to = pass.endedAt ? Date.parse(pass.endedAt) : now;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-[13px]">
      <Figure label={t('roundLabel')}>{pass.round}</Figure>
      <Figure label={t('attemptLabel')}>{pass.attempt}</Figure>
      {from !== null && to !== null ? (
        <Figure label={t('duration')}>
          <Duration ms={to - from} />
        </Figure>
      ) : null}
      <Figure label={t('tokensIn')}>
        <Tokens value={pass.inputTokens} partial={pass.unknownMicros > 0} />
      </Figure>
      <Figure label={t('tokensOut')}>
        <Tokens value={pass.outputTokens} partial={pass.unknownMicros > 0} />
      </Figure>
      <Figure label={t('cost')}>
        <Cost micros={pass.costMicros} unknownMicros={pass.unknownMicros} />
      </Figure>
    </dl>
  );
}

export const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
);
