'use client';
import type { RunState } from '@domain/run/state';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Duration } from '../format/duration';
import { When } from '../format/when';
import { CostMeter } from './cost-meter';
import type { RunFeed } from './feed';
import { GoalHeading } from './goal-heading';
import { LivePill } from './live-pill';
import { type Names, personName } from './names';
import { Figure } from './pass-figures';
import { RunStatusPill } from './status-pill';
import { Tokens } from './tokens';

type Props = {
  feed: RunFeed;
  now: number | null;
  names: Names;
  /** The team with its version, as a link. */
  origin: ReactNode;
  actions: ReactNode;
};

export function RunHeader({ feed, now, names, origin, actions }: Props) {
  const t = useTranslations('run');
  const { state } = feed;
  const age = now !== null && feed.heardAt !== null ? now - feed.heardAt : null;
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <div className="mb-1.5 flex flex-wrap items-center gap-2">
            <RunStatusPill status={state.status} />
            <LivePill connection={feed.connection} ageMs={age} />
          </div>
          <GoalHeading goal={state.goal} />
          <p className="mt-1 flex flex-wrap items-center text-[13px] text-muted-foreground [&>*+*]:before:px-1.5 [&>*+*]:before:content-['·']">
            {origin}
            {state.startedBy ? <span>{personName(names, state.startedBy)}</span> : null}
            {state.createdAt ? (
              <span>
                <When at={state.createdAt} />
              </span>
            ) : null}
          </p>
        </div>
        <div className="flex items-center gap-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3 rounded-lg border bg-card px-4 py-3 shadow-raised">
        <dl className="flex flex-wrap gap-x-8 gap-y-3 text-[13px]">
          <Figure label={t('elapsed')}>
            <Duration ms={elapsed(state, now)} live={!state.endedAt} />
          </Figure>
          <Figure label={t('tokens')}>
            <span data-testid="tokens">
              <Tokens
                value={state.totals.inputTokens + state.totals.outputTokens}
                partial={state.totals.unknownMicros > 0}
              />
            </span>
          </Figure>
          <Figure label={t('reworkRounds')}>{state.reworkRounds}</Figure>
          <Figure label={t('stepsDone')}>
            {state.steps.filter((step) => step.status === 'completed').length} / {state.steps.length}
          </Figure>
        </dl>
        <CostMeter totals={state.totals} capMicros={state.capMicros} />
      </div>
    </header>
  );
}

function elapsed(state: RunState, now: number | null): number {
  const from = Date.parse(state.startedAt ?? state.createdAt ?? '');
  const to = Date.parse(state.endedAt ?? '') || (now ?? Date.parse(state.lastAt ?? ''));
  return Number.isFinite(to - from) ? to - from : 0;
}
