'use client';
import type { ProposalEffect } from '@domain/evolution/view';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';

const rateOf = ({ rejections, runs }: { rejections: number; runs: number }): number =>
  rejections / Math.max(1, runs);

/** What proposals were to change, and what became of it since they are in force. */
export function EffectList({
  effects,
  titleOf,
}: {
  effects: readonly ProposalEffect[];
  titleOf: (slotId: string) => string;
}) {
  const t = useTranslations('evolution.effects');
  return (
    <ul className="divide-y" data-testid="effects">
      {effects.map(({ version, baseVersion, executorSlot, reviewerSlot, expectedBelow, before, after }) => {
        const better = rateOf(after) < Math.min(expectedBelow, rateOf(before));
        return (
          <li key={version} className="flex flex-col gap-1 px-4 py-3 text-[13px]">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {t('line', { version, executor: titleOf(executorSlot), reviewer: titleOf(reviewerSlot) })}
              {after.runs > 0 ? (
                <Badge tone={better ? 'ok' : 'warn'}>{t(better ? 'better' : 'worse')}</Badge>
              ) : null}
            </p>
            <p className="text-muted-foreground">{t('expected', { rate: expectedBelow })}</p>
            <p className="text-muted-foreground">
              {t('before', { version: baseVersion, rate: rateOf(before), ...before })}
            </p>
            <p>{after.runs > 0 ? t('after', { rate: rateOf(after), ...after }) : t('none')}</p>
          </li>
        );
      })}
    </ul>
  );
}
