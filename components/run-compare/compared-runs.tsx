'use client';
import type { RunComparison } from '@domain/run/compare-view';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { When } from '../format/when';
import { shortId } from '../run/names';
import { RunStatusPill } from '../run/status-pill';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { ComparedFigures } from './compared-figures';
import { ComparedSlot } from './compared-slot';

type Props = {
  comparison: RunComparison;
  href: (runId: string) => string;
  /** Fetches and compares two deliveries. */
  renderTexts: (a: string | null, b: string | null) => ReactNode;
};

/** Two runs side by side: their figures, then slot by slot who did what, for how much, and what came of it. */
export function ComparedRuns({ comparison, href, renderTexts }: Props) {
  const t = useTranslations('run.compare');
  const { a, b, slots, names } = comparison;
  return (
    <div className="flex flex-col gap-4" data-testid="comparison">
      {a.goal === b.goal ? (
        <p className="line-clamp-3 max-w-3xl whitespace-pre-wrap font-medium text-[15px]">{a.goal}</p>
      ) : (
        <p className="rounded-lg border border-warn/50 bg-warn/7 px-4 py-2.5 text-[13px]">
          {t('differentGoal')}
        </p>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={t('older')} run={a} other={b} href={href} />
        <Side title={t('newer')} run={b} other={a} href={href} />
      </div>
      <ComparedFigures a={a} b={b} />
      <Card>
        <ul className="divide-y">
          {slots.map((slot) => (
            <ComparedSlot key={slot.slotId} slot={slot} names={names} renderTexts={renderTexts} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

type SideProps = {
  title: string;
  run: RunComparison['a'];
  other: RunComparison['a'];
  href: (runId: string) => string;
};

function Side({ title, run, other, href }: SideProps) {
  const t = useTranslations('run');
  return (
    <Card className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground text-xs">{title}</span>
        <Link
          href={href(run.id)}
          className="inline-flex min-h-6 items-center font-medium text-[13px] underline-offset-2 hover:underline"
        >
          {shortId(run.id)}
        </Link>
        <RunStatusPill status={run.status} />
        {run.kind === 'normal' ? null : (
          <Badge tone={run.kind === 'trial' ? 'warn' : 'neutral'}>{t(`rerun.${run.kind}`)}</Badge>
        )}
      </div>
      <p className="text-[13px] text-muted-foreground">
        {run.version === null ? null : <span className="tabular-nums">v{run.version} · </span>}
        <When at={run.createdAt} />
      </p>
      {run.goal === other.goal ? null : <p className="line-clamp-3 text-[13px]">{run.goal}</p>}
    </Card>
  );
}
