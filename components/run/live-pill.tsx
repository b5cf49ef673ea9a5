'use client';
import { Radio, RefreshCw, Square } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '../format/duration';
import { Badge } from '../ui/badge';
import { cn } from '../ui/class-names';
import type { Connection } from './feed';

const LOOK = {
  live: { tone: 'ok', icon: Radio },
  connecting: { tone: 'warn', icon: RefreshCw },
  reconnecting: { tone: 'warn', icon: RefreshCw },
  ended: { tone: 'neutral', icon: Square },
} as const;

/** Whether what is on the screen is now, and how old the newest event is (ms). */
export function LivePill({ connection, ageMs }: { connection: Connection; ageMs: number | null }) {
  const t = useTranslations('run.live');
  const locale = useLocale();
  const { tone, icon: Icon } = LOOK[connection];
  return (
    <span className="flex items-center gap-2" data-testid="live" data-connection={connection}>
      <Badge tone={tone} role="status">
        {connection === 'live' ? (
          <span aria-hidden className="mx-0.5 size-1.5 animate-pulse-ring rounded-full bg-current" />
        ) : (
          <Icon aria-hidden className={cn(tone === 'warn' && 'animate-spin')} />
        )}
        {t(connection)}
      </Badge>
      {ageMs !== null && connection !== 'ended' ? (
        <span className="hidden whitespace-nowrap text-muted-foreground text-xs tabular-nums sm:inline">
          {ageMs < 1000
            ? t('lastEventNow')
            : t('lastEvent', { age: formatDuration(Math.floor(ageMs / 1000) * 1000, locale) })}
        </span>
      ) : null}
    </span>
  );
}
