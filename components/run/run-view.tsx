'use client';
import type { PlanStep } from '@domain/run/plan';
import { STEP_TERMINAL, TERMINAL } from '@domain/run/state';
import { Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { useNow } from '../format/clock';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs';
import type { RunFeed } from './feed';
import { HandOverDialog } from './hand-over-dialog';
import { Log } from './log';
import type { Names } from './names';
import { Outputs } from './outputs';
import { Overview } from './overview';
import { passesOf } from './pass';
import { Receipt } from './receipt';
import { RunHeader } from './run-header';
import { StopDialog } from './stop-dialog';
import { WentWrong } from './went-wrong';

type Props = {
  feed: RunFeed;
  names: Names;
  origin: ReactNode;
  /** The view that is open, and how another is opened; none: the one that tells most. */
  tab: string | null;
  onTab: (tab: string) => void;
  /** Absent for who may not stop runs. */
  onStop?: (reason: string) => Promise<boolean>;
  /** Beside the stop: pausing, resuming. */
  controls?: ReactNode;
  /** What it waits for and who can decide it: nothing when it waits for nobody. */
  waiting?: ReactNode;
  /** Where it comes from and who repeats it, below the header. */
  lineage?: ReactNode;
  /** Opens the way to run an ended run again, from a slot or as a whole; absent for who may not. */
  onRerun?: ((from?: string) => void) | undefined;
  /** Absent for who may not give the turn of a handoff; see `HandOverDialog`. */
  onHandOver?: (to: string | undefined, reason: string) => Promise<boolean>;
  renderArtifact: (artifactId: string) => ReactNode;
  /** What it has cost, in the tab that shows it. */
  renderCost?: () => ReactNode;
  /** Its files, in the tab that shows them. */
  renderFiles?: () => ReactNode;
  /** What was noted under it, in the tab that shows it. */
  renderNotes?: () => ReactNode;
};

/** A run, live or over, from one fold of its facts. */
export function RunView({
  feed,
  names,
  origin,
  tab,
  onTab,
  onStop,
  controls,
  waiting,
  lineage,
  onRerun,
  onHandOver,
  renderArtifact,
  renderCost,
  renderFiles,
  renderNotes,
}: Props) {
  const t = useTranslations('run.tabs');
  const rerun = useTranslations('run.rerun');
  const { state, facts } = feed;
  const ended = TERMINAL.has(state.status);
  const failed = ended && state.status !== 'completed' && state.status !== 'cancelled';
  const stopping = state.status === 'cancelled' && !state.closed;
  const ticking = !ended || state.steps.some((step) => !STEP_TERMINAL.has(step.status) && stopping);
  const now = useNow(ticking);
  const passes = useMemo(() => passesOf(state, facts), [state, facts]);
  const titles = useMemo(() => titlesOf(state.plan?.steps ?? []), [state.plan]);
  const [selected, setSelected] = useState<string | null>(null);
  const show = (key: string) => {
    setSelected(key);
    onTab('overview');
  };
  return (
    <div className="flex flex-col gap-5">
      <RunHeader
        feed={feed}
        now={now}
        names={names}
        origin={origin}
        actions={
          ended ? (
            onRerun ? (
              <Button onClick={() => onRerun()}>
                <Repeat2 aria-hidden />
                {rerun('open')}
              </Button>
            ) : null
          ) : (
            <>
              {onHandOver && state.handoff ? <HandOverDialog state={state} onHandOver={onHandOver} /> : null}
              {controls}
              {onStop ? <StopDialog onStop={onStop} /> : null}
            </>
          )
        }
      />
      {lineage}
      {waiting}
      <Receipt state={state} facts={facts} />
      <Tabs value={tab ?? (failed ? 'wrong' : 'overview')} onValueChange={onTab}>
        <TabsList aria-label={t('label')}>
          {failed ? <TabsTrigger value="wrong">{t('wrong')}</TabsTrigger> : null}
          <TabsTrigger value="overview">{t('overview')}</TabsTrigger>
          <TabsTrigger value="log">
            {t('log')}
            <span className="text-muted-foreground text-xs tabular-nums">{state.seq}</span>
          </TabsTrigger>
          <TabsTrigger value="output">{t('output')}</TabsTrigger>
          {renderFiles ? <TabsTrigger value="files">{t('files')}</TabsTrigger> : null}
          {renderNotes ? <NotesTrigger state={state} /> : null}
          {renderCost ? <TabsTrigger value="cost">{t('cost')}</TabsTrigger> : null}
        </TabsList>
        {failed ? (
          <TabsContent value="wrong" className="mt-4">
            <Card>
              <WentWrong state={state} passes={passes} onShow={show} onRerun={onRerun} />
            </Card>
          </TabsContent>
        ) : null}
        <TabsContent value="overview" className="mt-4">
          <Overview
            feed={feed}
            passes={passes}
            names={names}
            now={now}
            selected={selected}
            onSelect={setSelected}
            onRerun={ended ? onRerun : undefined}
            renderArtifact={renderArtifact}
          />
        </TabsContent>
        <TabsContent value="log" className="mt-4">
          <Card>
            <Log facts={facts} titles={titles} names={names} />
          </Card>
        </TabsContent>
        <TabsContent value="output" className="mt-4">
          <Card>
            <Outputs state={state} names={names} renderArtifact={renderArtifact} />
          </Card>
        </TabsContent>
        {renderFiles ? (
          <TabsContent value="files" className="mt-4">
            {renderFiles()}
          </TabsContent>
        ) : null}
        {renderNotes ? (
          <TabsContent value="notes" className="mt-4">
            {renderNotes()}
          </TabsContent>
        ) : null}
        {renderCost ? (
          <TabsContent value="cost" className="mt-4">
            {renderCost()}
          </TabsContent>
        ) : null}
      </Tabs>
    </div>
  );
}

/** With how many proposals nobody has decided about. */
function NotesTrigger({ state }: { state: RunFeed['state'] }) {
  const t = useTranslations('run.tabs');
  const open = (state.hints ?? []).filter(({ confirmed }) => !confirmed).length;
  return (
    <TabsTrigger value="notes">
      {t('notes')}
      {open > 0 ? <span className="text-muted-foreground text-xs tabular-nums">{open}</span> : null}
    </TabsTrigger>
  );
}

/** Titles by step and by slot: facts name either. Of a slot with several steps the first lends its title. */
const titlesOf = (steps: readonly PlanStep[]): Map<string, string> =>
  new Map([
    ...steps.toReversed().map(({ slotId, title }) => [slotId, title] as const),
    ...steps.map(({ id, title }) => [id, title] as const),
  ]);
