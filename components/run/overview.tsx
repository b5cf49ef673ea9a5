'use client';
import { TERMINAL } from '@domain/run/state';
import { Crosshair } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Spinner } from '../ui/spinner';
import type { RunFeed } from './feed';
import { HandoffBoard } from './handoff-board';
import { Inspector } from './inspector';
import type { Names } from './names';
import { newestByStep, type Pass, passKey } from './pass';
import { PlanGraph } from './plan-graph';
import { Timeline } from './timeline';

type Props = {
  feed: RunFeed;
  passes: readonly Pass[];
  names: Names;
  now: number | null;
  /** The round that the reader chose; null: follow what runs. */
  selected: string | null;
  onSelect: (key: string | null) => void;
  /** Begins the ended run again at a slot; absent for who may not. */
  onRerun?: ((from: string) => void) | undefined;
  renderArtifact: (artifactId: string) => ReactNode;
};

export function Overview({ feed, passes, names, now, selected, onSelect, onRerun, renderArtifact }: Props) {
  const t = useTranslations('run');
  const { state } = feed;
  const newest = useMemo(() => newestByStep(passes), [passes]);
  const shown =
    passes.find((pass) => pass.key === selected) ?? followed(passes, state.status === 'completed');
  if (!state.plan || !shown) {
    return (
      <Card className="flex items-center gap-2 p-6 text-[13px] text-muted-foreground">
        <Spinner /> {t('planning')}
      </Card>
    );
  }
  const text = feed.texts[shown.stepId]?.text;
  const own = state.steps.find((step) => step.id === shown.stepId);
  const step = state.plan.steps.find(({ id }) => id === shown.stepId);
  const givenBy = state.plan.steps.find(({ id }) => id === step?.parent)?.title;
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <div className="flex h-10 items-center justify-between px-4">
          <h2 className="font-medium text-[13px]">{t('graph')}</h2>
          {selected && !TERMINAL.has(state.status) ? (
            <Button size="sm" variant="ghost" onClick={() => onSelect(null)}>
              <Crosshair aria-hidden />
              {t('follow')}
            </Button>
          ) : null}
        </div>
        {state.handoff ? (
          <HandoffBoard
            state={state}
            newest={newest}
            names={names}
            selected={shown.stepId}
            onSelect={(stepId) => onSelect(newest.get(stepId)?.key ?? passKey(stepId, 1))}
          />
        ) : (
          <PlanGraph
            plan={state.plan}
            newest={newest}
            names={names}
            selected={shown.stepId}
            onSelect={(stepId) => onSelect(newest.get(stepId)?.key ?? passKey(stepId, 1))}
          />
        )}
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
        <Card className="overflow-hidden">
          <Timeline
            state={state}
            passes={passes}
            names={names}
            now={now}
            selected={shown.key}
            onSelect={onSelect}
          />
        </Card>
        <Card>
          <Inspector
            pass={shown}
            step={step}
            givenBy={givenBy}
            waitsForChildren={own?.waitingOn?.kind === 'children'}
            names={names}
            text={own?.round === shown.round ? text : undefined}
            now={now}
            onRerun={onRerun && step && !step.parent && !state.handoff ? () => onRerun(step.id) : undefined}
            renderArtifact={renderArtifact}
          />
        </Card>
      </div>
    </div>
  );
}

/** What runs now; when it is over, the work that was delivered last; else what moved last, or comes first. */
function followed(passes: readonly Pass[], over: boolean): Pass | undefined {
  const begun = passes.filter((pass) => pass.startedAt);
  const running = passes.find((pass) => pass.status === 'running');
  const waiting = passes.find((pass) => pass.status === 'waiting');
  const delivered = begun
    .filter((pass) => pass.status === 'completed' && !pass.verdict)
    .reduce<Pass | undefined>(
      (last, pass) => ((last?.endedAt ?? '') > (pass.endedAt ?? '') ? last : pass),
      undefined,
    );
  return running ?? waiting ?? (over ? delivered : undefined) ?? begun.at(-1) ?? passes[0];
}
