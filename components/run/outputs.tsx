'use client';
import type { RunState } from '@domain/run/state';
import { FileText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state';
import { Monogram } from '../ui/monogram';
import { agentName, type Names } from './names';
import { PassStatusPill } from './status-pill';

type Props = { state: RunState; names: Names; renderArtifact: (artifactId: string) => ReactNode };

/** What the run has delivered so far: the newest contract of each step, what came last first. */
export function Outputs({ state, names, renderArtifact }: Props) {
  const t = useTranslations('run');
  const plan = new Map(state.plan?.steps.map((step) => [step.id, step]) ?? []);
  const delivered = state.steps
    .filter((step) => step.artifactId && !plan.get(step.id)?.reviewOf)
    .reverse()
    .sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''));
  if (delivered.length === 0) {
    return <EmptyState icon={FileText} title={t('noOutputTitle')} text={t('noOutputText')} />;
  }
  return (
    <div className="divide-y">
      {delivered.map((step) => {
        const planned = plan.get(step.id);
        return (
          <article key={step.id} aria-label={planned?.title ?? step.id} className="p-4" data-testid="output">
            <header className="mb-3 flex flex-wrap items-center gap-2">
              <h2 className="font-semibold text-[15px]">{planned?.title ?? step.id}</h2>
              <PassStatusPill status={step.status} />
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
              {step.round > 1 ? (
                <span className="text-muted-foreground text-xs">{t('round', { round: step.round })}</span>
              ) : null}
            </header>
            <div className="max-w-3xl">{step.artifactId ? renderArtifact(step.artifactId) : null}</div>
          </article>
        );
      })}
    </div>
  );
}
