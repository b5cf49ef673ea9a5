'use client';
import type { Provenance } from '@domain/evolution/view';
import { Check, FlaskConical, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { RunLinks } from './run-links';

type Props = {
  version: number;
  provenance: Provenance;
  titleOf: (slotId: string) => string;
  hrefOf: (runId: string) => string;
  may: { apply: boolean; reject: boolean };
  busy: boolean;
  onApply: () => void;
  onReject: () => void;
  /** Absent for who may not start runs. */
  onRehearse?: (() => void) | undefined;
  /** How its trials went. */
  rehearsal?: ReactNode;
};

/** A draft that the detector has made: the problem, what would change, what to expect, and where it was seen. */
export function ProposalCard({
  version,
  provenance,
  titleOf,
  hrefOf,
  may,
  busy,
  onApply,
  onReject,
  onRehearse,
  rehearsal,
}: Props) {
  const t = useTranslations('evolution');
  const versions = useTranslations('versions');
  const { rejections, feedback } = provenance;
  const runs = Math.max(1, provenance.runs ?? provenance.source_runs.length);
  const pair = {
    executor: titleOf(provenance.executor_slot),
    reviewer: titleOf(provenance.reviewer_slot),
  };
  const part = (label: string, text: ReactNode) => (
    <div>
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="mt-0.5 break-words text-[13px]">{text}</dd>
    </div>
  );
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 font-medium text-sm">{t('proposal', { version })}</h2>
        {onRehearse ? (
          <Button size="sm" disabled={busy} onClick={onRehearse}>
            <FlaskConical aria-hidden />
            {t('rehearsal.start')}
          </Button>
        ) : null}
        {may.reject ? (
          <Button size="sm" disabled={busy} onClick={onReject}>
            <X aria-hidden />
            {versions('reject')}
          </Button>
        ) : null}
        {may.apply ? (
          <Button size="sm" variant="primary" disabled={busy} onClick={onApply}>
            <Check aria-hidden />
            {versions('apply')}
          </Button>
        ) : null}
      </div>
      <dl className="flex flex-col gap-3">
        {part(t('problem'), t('problemText', { ...pair, count: rejections, runs }))}
        {part(
          t('change'),
          <>
            {t('changeText', pair)}
            <ul className="mt-1 list-disc pl-5">
              {feedback.map(({ criterion, text }) => (
                <li key={criterion}>{[criterion, text].filter(Boolean).join(': ')}</li>
              ))}
            </ul>
          </>,
        )}
        {part(t('effect'), t('effectText', { rate: rejections / runs }))}
      </dl>
      <RunLinks runIds={provenance.source_runs} hrefOf={hrefOf} />
      {rehearsal}
    </Card>
  );
}
