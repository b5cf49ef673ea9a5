'use client';
import type { RunState, StepState } from '@domain/run/state';
import { FileText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge';
import { EmptyState } from '../ui/empty-state';
import { Monogram } from '../ui/monogram';
import { agentName, type Names } from './names';
import { PassStatusPill } from './status-pill';

type Props = { state: RunState; names: Names; renderArtifact: (artifactId: string) => ReactNode };

/** What a step's delivery is by its contract's JSON Schema; null: it has none, or nothing was delivered. */
function checkOf(step: StepState, schema: object | undefined): 'kept' | 'broken' | null {
  if (step.artifactId) return schema ? 'kept' : null;
  return step.status === 'failed' && step.reason === 'contract_invalid' ? 'broken' : null;
}

/** It is being reworked, or was when it ended: what it has is what was sent back. */
const isOlder = ({ round, status, artifactId }: StepState): boolean =>
  round > 1 && artifactId !== undefined && status !== 'completed' && status !== 'waiting';

/** What the run has delivered so far: the newest contract of each step, what came last first. */
export function Outputs({ state, names, renderArtifact }: Props) {
  const t = useTranslations('run');
  const plan = new Map(state.plan?.steps.map((step) => [step.id, step]) ?? []);
  const delivered = state.steps
    .filter((step) => (step.artifactId || checkOf(step, undefined)) && !plan.get(step.id)?.reviewOf)
    .reverse()
    .sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''));
  if (delivered.length === 0) {
    return <EmptyState icon={FileText} title={t('noOutputTitle')} text={t('noOutputText')} />;
  }
  return (
    <div className="divide-y">
      {delivered.map((step) => {
        const planned = plan.get(step.id);
        const check = checkOf(step, planned?.contractSchema);
        return (
          <article key={step.id} aria-label={planned?.title ?? step.id} className="p-4" data-testid="output">
            <header className="mb-3 flex flex-wrap items-center gap-2">
              <h2 className="font-semibold text-[15px]">{planned?.title ?? step.id}</h2>
              <PassStatusPill status={step.status} />
              {check ? <Badge tone={check === 'kept' ? 'ok' : 'bad'}>{t(`schema.${check}`)}</Badge> : null}
              {planned ? (
                <span className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
                  <Monogram
                    name={agentName(names, planned.agentId)}
                    seed={planned.agentId}
                    className="size-5 text-[8px]"
                  />
                  {agentName(names, planned.agentId)}
                </span>
              ) : null}
              {isOlder(step) ? (
                <Badge tone="warn">{t('olderRound', { round: step.round - 1 })}</Badge>
              ) : step.round > 1 ? (
                <span className="text-muted-foreground text-xs">{t('round', { round: step.round })}</span>
              ) : null}
            </header>
            <div className="max-w-3xl">
              {step.artifactId ? (
                renderArtifact(step.artifactId)
              ) : (
                <p className="text-[13px] text-muted-foreground">{t('schema.brokenText')}</p>
              )}
            </div>
          </article>
        );
      })}
    </div>
  );
}
