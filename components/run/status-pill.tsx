'use client';
import type { RunStatus } from '@domain/run/fact';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';
import { cn } from '../ui/class-names';
import { PASS_LOOK, type PassStatus, RUN_LOOK, TONE_TEXT } from './status';

export function RunStatusPill({ status }: { status: RunStatus }) {
  const t = useTranslations('status.run');
  const { tone, icon: Icon } = RUN_LOOK[status];
  return (
    <Badge tone={tone === 'idle' ? 'neutral' : tone} data-status={status}>
      <Icon aria-hidden className={status === 'running' ? 'animate-sheen' : undefined} />
      {t(status)}
    </Badge>
  );
}

export function PassStatusPill({ status }: { status: PassStatus }) {
  const t = useTranslations('status.step');
  const { tone, icon: Icon } = PASS_LOOK[status];
  return (
    <Badge tone={tone === 'idle' ? 'neutral' : tone} data-status={status}>
      <Icon aria-hidden className={status === 'running' ? 'animate-sheen' : undefined} />
      {t(status)}
    </Badge>
  );
}

/** The icon of a step's status, with its name for those who do not see it. */
export function PassStatusIcon({ status, className }: { status: PassStatus; className?: string }) {
  const t = useTranslations('status.step');
  const { tone, icon: Icon } = PASS_LOOK[status];
  return (
    <span className={cn('inline-flex', TONE_TEXT[tone], className)}>
      <Icon aria-hidden className={cn('size-4', status === 'running' && 'animate-sheen')} />
      <span className="sr-only">{t(status)}</span>
    </span>
  );
}
