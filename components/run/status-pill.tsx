'use client';
import type { RunStatus } from '@domain/run/fact';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';
import { cn } from '../ui/class-names';
import { type Look, PASS_LOOK, type PassStatus, RUN_LOOK, TONE_TEXT } from './status';

type Pill = { status: RunStatus | PassStatus; look: Look; label: string };

const Pill = ({ status, look: { tone, icon: Icon }, label }: Pill) => (
  <Badge tone={tone === 'idle' ? 'neutral' : tone} data-status={status}>
    <Icon aria-hidden className={status === 'running' ? 'animate-sheen' : undefined} />
    {label}
  </Badge>
);

export function RunStatusPill({ status }: { status: RunStatus }) {
  const t = useTranslations('status.run');
  return <Pill status={status} look={RUN_LOOK[status]} label={t(status)} />;
}

export function PassStatusPill({ status }: { status: PassStatus }) {
  const t = useTranslations('status.step');
  return <Pill status={status} look={PASS_LOOK[status]} label={t(status)} />;
}

/** The icon of a run's status, with its name for those who do not see it. */
export function RunStatusIcon({ status }: { status: RunStatus }) {
  const t = useTranslations('status.run');
  return <StatusIcon look={RUN_LOOK[status]} label={t(status)} running={status === 'running'} />;
}

/** The icon of a step's status, with its name for those who do not see it. */
export function PassStatusIcon({ status, className }: { status: PassStatus; className?: string }) {
  const t = useTranslations('status.step');
  const running = status === 'running';
  return <StatusIcon look={PASS_LOOK[status]} label={t(status)} running={running} className={className} />;
}

type Icon = { look: Look; label: string; running: boolean; className?: string | undefined };

const StatusIcon = ({ look: { tone, icon: Icon }, label, running, className }: Icon) => (
  <span className={cn('inline-flex', TONE_TEXT[tone], className)}>
    <Icon aria-hidden className={cn('size-4', running && 'animate-sheen')} />
    <span className="sr-only">{label}</span>
  </span>
);
