'use client';
import type { CapView } from '@domain/budget/cap';
import { Pencil, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { formatMoney } from '../format/money';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';

type Props = {
  caps: readonly CapView[];
  onEdit: (cap: CapView) => void;
  onRemove: (cap: CapView) => void;
};

/** Limits with what their period has spent and what running work holds of them. */
export function CapList({ caps, onEdit, onRemove }: Props) {
  const t = useTranslations('budgets');
  const locale = useLocale();
  const money = (micros: number) => formatMoney(micros, locale);
  return (
    <ul className="divide-y border-t">
      {caps.map((cap) => {
        const name = cap.subject?.name ?? t('level.organization');
        const share = (micros: number) =>
          cap.limitMicros > 0 ? Math.min(100, (micros / cap.limitMicros) * 100) : 100;
        const full = cap.spentMicros >= cap.limitMicros;
        const tone = full ? 'bg-bad' : cap.warned ? 'bg-warn' : 'bg-brand';
        return (
          <li key={cap.id} className="flex items-start justify-between gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-[13px]">
                <span className="break-words font-medium">{name}</span>
                {cap.subject ? <Badge>{t(`level.${cap.level}`)}</Badge> : null}
                {full ? (
                  <Badge tone="bad">{t('full')}</Badge>
                ) : cap.warned ? (
                  <Badge tone="warn">{t('nearly')}</Badge>
                ) : null}
              </p>
              <p className="mt-0.5 text-muted-foreground text-xs tabular-nums">
                {t(`of.${cap.period}`, { spent: money(cap.spentMicros), limit: money(cap.limitMicros) })}
                {' · '}
                {t(`atLimit.${cap.atLimit}`)}
              </p>
              {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot show two shares side by side */}
              <div
                role="meter"
                aria-label={name}
                aria-valuemin={0}
                aria-valuemax={cap.limitMicros}
                aria-valuenow={Math.min(cap.spentMicros, cap.limitMicros)}
                aria-valuetext={t(`of.${cap.period}`, {
                  spent: money(cap.spentMicros),
                  limit: money(cap.limitMicros),
                })}
                className="mt-2 flex h-1.5 max-w-96 overflow-hidden rounded-full bg-muted"
              >
                <span className={cn('h-full', tone)} style={{ width: `${share(cap.spentMicros)}%` }} />
                <span className="h-full bg-brand/30" style={{ width: `${share(cap.heldMicros)}%` }} />
              </div>
              {cap.heldMicros > 0 ? (
                <p className="mt-1 text-muted-foreground text-xs">
                  {t('held', { amount: money(cap.heldMicros) })}
                </p>
              ) : null}
            </div>
            {cap.mayChange ? (
              <span className="flex shrink-0 gap-1">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('edit', { name })}
                  onClick={() => onEdit(cap)}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('remove', { name })}
                  onClick={() => onRemove(cap)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
