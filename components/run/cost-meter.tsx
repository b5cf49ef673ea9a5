'use client';
import type { Totals } from '@domain/run/fact';
import { useLocale, useTranslations } from 'next-intl';
import { formatMoney } from '../format/money';
import { cn } from '../ui/class-names';

const WARN = 0.8;

/** Spent, reserved for calls in flight, and unknown, against the run's hard cap. */
export function CostMeter({ totals, capMicros }: { totals: Totals; capMicros: number }) {
  const t = useTranslations('run');
  const locale = useLocale();
  const share = (micros: number) => (capMicros > 0 ? Math.min(100, (micros / capMicros) * 100) : 0);
  const spent = totals.costMicros + totals.unknownMicros;
  const tone = spent >= capMicros * WARN ? (spent >= capMicros ? 'bg-bad' : 'bg-warn') : 'bg-brand';
  const money = (micros: number) => formatMoney(micros, locale);
  return (
    <div className="min-w-40 flex-1 sm:ml-auto sm:max-w-72">
      <p className="flex items-baseline justify-between gap-3 text-xs">
        <span className="text-muted-foreground">{t('cost')}</span>
        <span className="tabular-nums">
          <strong className="font-medium text-[13px]" data-testid="cost">
            {money(totals.costMicros)}
          </strong>
          <span className="text-muted-foreground"> {t('ofCap', { cap: money(capMicros) })}</span>
        </span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot show two shares side by side */}
      <div
        role="meter"
        aria-label={t('cost')}
        aria-valuemin={0}
        aria-valuemax={capMicros}
        aria-valuenow={Math.min(spent, capMicros)}
        aria-valuetext={t('meterText', { spent: money(spent), cap: money(capMicros) })}
        className="mt-1.5 flex h-1.5 overflow-hidden rounded-full bg-muted"
      >
        <span className={cn('h-full transition-[width]', tone)} style={{ width: `${share(spent)}%` }} />
        <span
          className="h-full bg-brand/30 transition-[width]"
          style={{ width: `${share(totals.reservedMicros)}%` }}
        />
      </div>
      {totals.unknownMicros > 0 ? (
        <p className="mt-1 text-warn text-xs">{t('unknownCost', { amount: money(totals.unknownMicros) })}</p>
      ) : totals.reservedMicros > 0 ? (
        <p className="mt-1 text-muted-foreground text-xs">
          {t('reserved', { amount: money(totals.reservedMicros) })}
        </p>
      ) : null}
    </div>
  );
}
