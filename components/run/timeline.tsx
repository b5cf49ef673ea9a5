'use client';
import type { RunState } from '@domain/run/state';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Duration } from '../format/duration';
import type { Names } from './names';
import type { Pass } from './pass';
import { TimelineRow } from './timeline-row';

type Props = {
  state: RunState;
  passes: readonly Pass[];
  names: Names;
  now: number | null;
  selected?: string;
  onSelect: (key: string) => void;
};

/** Every round of every step on one time axis: what ran when, how long, and what it cost. */
export function Timeline({ state, passes, names, now, selected, onSelect }: Props) {
  const t = useTranslations('run');
  const titles = useMemo(() => new Map(state.plan?.steps.map((step) => [step.id, step]) ?? []), [state.plan]);
  const begin = Date.parse(state.startedAt ?? state.createdAt ?? state.lastAt ?? '') || 0;
  const end = Date.parse(state.endedAt ?? '') || Math.max(now ?? 0, Date.parse(state.lastAt ?? '') || 0);
  const span = Math.max(1, end - begin);
  return (
    <section aria-label={t('timeline')} className="min-w-0">
      <header className="flex h-9 items-center justify-between border-b px-4 text-muted-foreground text-xs">
        <span>{t('steps')}</span>
        <span>
          <Duration ms={span} />
        </span>
      </header>
      <ol className="divide-y">
        {passes.map((pass) => {
          const step = titles.get(pass.stepId);
          return (
            <TimelineRow
              key={pass.key}
              pass={pass}
              title={step?.title ?? pass.stepId}
              depth={step?.depth ?? 0}
              agentId={step?.agentId ?? ''}
              names={names}
              axis={{ begin, span, now: end }}
              selected={selected === pass.key}
              onSelect={() => onSelect(pass.key)}
            />
          );
        })}
      </ol>
    </section>
  );
}
