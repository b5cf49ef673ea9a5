'use client';
import type { Dispute } from '@domain/evolution/view';
import { useTranslations } from 'next-intl';
import { RunLinks } from './run-links';

type Props = {
  disputes: readonly Dispute[];
  titleOf: (slotId: string) => string;
  hrefOf: (runId: string) => string;
};

/** Who sends whose work back, how often, and what for. */
export function DisputeList({ disputes, titleOf, hrefOf }: Props) {
  const t = useTranslations('evolution');
  return (
    <ul className="divide-y">
      {disputes.map((one) => (
        <li
          key={`${one.executorSlot}/${one.reviewerSlot}`}
          className="flex flex-col gap-1.5 px-4 py-3 text-[13px]"
        >
          <p>
            <span className="font-medium">
              {t('pair', { executor: titleOf(one.executorSlot), reviewer: titleOf(one.reviewerSlot) })}
            </span>{' '}
            <span className="text-muted-foreground">
              {t('rejections', { count: one.rejections, runs: one.runs })}
            </span>
          </p>
          {one.feedback.length > 0 ? (
            <ul className="flex flex-col gap-0.5">
              {one.feedback.map(({ criterion, text, times }) => (
                <li key={criterion} className="break-words text-muted-foreground">
                  <span className="text-foreground">{criterion}</span> · {t('times', { count: times })}:{' '}
                  {text}
                </li>
              ))}
            </ul>
          ) : null}
          <RunLinks runIds={one.runIds} hrefOf={hrefOf} />
        </li>
      ))}
    </ul>
  );
}
