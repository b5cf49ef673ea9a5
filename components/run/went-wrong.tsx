'use client';
import type { RunState } from '@domain/run/state';
import { OctagonX, Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Money } from '../format/money';
import { Button } from '../ui/button';
import { Issues } from './issues';
import type { Pass } from './pass';
import { useReason } from './reason';
import { RunStatusPill } from './status-pill';

type Props = {
  state: RunState;
  passes: readonly Pass[];
  onShow: (key: string) => void;
  /** Begins the run again at a slot; absent for who may not. */
  onRerun?: ((from: string) => void) | undefined;
};

/** Why a run failed, where, and what stood before it: the first thing to read of a failed run. */
export function WentWrong({ state, passes, onShow, onRerun }: Props) {
  const t = useTranslations('run.wrong');
  const rerun = useTranslations('run.rerun');
  const reason = useReason();
  const failed = [...passes]
    .reverse()
    .find((pass) => pass.stepId === state.failedStepId && pass.status !== 'blocked');
  const step = state.plan?.steps.find(({ id }) => id === state.failedStepId);
  const issues = failed?.issues ?? lastIssues(passes);
  return (
    <div className="flex max-w-3xl flex-col gap-4 p-4" data-testid="went-wrong">
      <div className="flex items-start gap-3">
        <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        <div className="min-w-0">
          <h2 className="font-semibold text-[15px]">{state.reason ? reason(state.reason) : t('unknown')}</h2>
          <p className="mt-1 text-[13px] text-muted-foreground">
            {step ? t('where', { step: step.title }) : t('nowhere')}{' '}
            {t.rich('spent', { amount: () => <Money micros={state.totals.costMicros} /> })}
          </p>
        </div>
        <span className="ml-auto">
          <RunStatusPill status={state.status} />
        </span>
      </div>
      {failed?.detail ? (
        <pre className="whitespace-pre-wrap break-words rounded-lg border bg-surface p-3 font-mono text-xs">
          {failed.detail}
        </pre>
      ) : null}
      {issues?.length ? <Issues title={t('lastRejection')} issues={issues} /> : null}
      <div className="flex flex-wrap gap-2">
        {onRerun && step && !step.parent && !state.handoff ? (
          <Button size="sm" variant="primary" onClick={() => onRerun(step.id)}>
            <Repeat2 aria-hidden />
            {rerun('fromHere')}
          </Button>
        ) : null}
        {failed ? (
          <Button size="sm" onClick={() => onShow(failed.key)}>
            {t('show')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const lastIssues = (passes: readonly Pass[]) =>
  [...passes].reverse().find((pass) => pass.issues?.length)?.issues;
