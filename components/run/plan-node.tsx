'use client';
import type { PlanStep } from '@domain/run/plan';
import { useTranslations } from 'next-intl';
import { cn } from '../ui/class-names';
import { Monogram } from '../ui/monogram';
import type { Pass } from './pass';
import { PassStatusIcon } from './status-pill';

type Props = { step: PlanStep; pass?: Pass; agent: string; selected: boolean; onSelect: () => void };

export function PlanNode({ step, pass, agent, selected, onSelect }: Props) {
  const t = useTranslations('run');
  const status = pass?.status ?? 'blocked';
  return (
    <button
      type="button"
      onClick={onSelect}
      aria-pressed={selected}
      className={cn(
        'flex size-full flex-col justify-center gap-1 rounded-lg border bg-card px-3 text-left shadow-raised transition-colors hover:border-input',
        selected && 'border-brand ring-1 ring-brand',
        status === 'running' && !selected && 'border-run/60',
        status === 'waiting' && !selected && 'border-warn/60',
        status === 'blocked' && 'bg-surface',
        pass?.reused && 'border-dashed bg-surface',
      )}
    >
      <span className="flex items-center gap-1.5">
        <PassStatusIcon status={status} />
        <span className="truncate font-medium text-[13px]">{step.title}</span>
        {(pass?.round ?? 1) > 1 ? (
          <span className="ml-auto shrink-0 text-[11px] text-warn">
            {t('roundShort', { round: pass?.round ?? 1 })}
          </span>
        ) : null}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
        <Monogram name={agent} seed={step.agentId} className="size-4 text-[7px]" />
        <span className="truncate">{agent}</span>
        {pass?.reused ? (
          <span className="ml-auto shrink-0 text-[11px]">
            {t(pass.reused.editedBy ? 'rerun.edition' : 'rerun.reused')}
          </span>
        ) : null}
        {step.lead ? <span className="ml-auto shrink-0 text-[11px]">{t('lead')}</span> : null}
        {step.reviewOf ? <span className="ml-auto shrink-0 text-[11px]">{t('reviewer')}</span> : null}
      </span>
    </button>
  );
}
