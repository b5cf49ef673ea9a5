'use client';
import type { AtLimit } from '@domain/budget/cap';
import type { Forecast } from '@domain/cost/cost';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '../format/duration';
import { formatMoney } from '../format/money';
import { Switch } from '../ui/switch';

type Props = {
  /** Undefined while it is read. */
  forecast: Forecast | undefined;
  /** Null: what is typed is no amount. */
  budgetMicros: number | null;
  atLimit: AtLimit;
  onAtLimit: (atLimit: AtLimit) => void;
};

/** What a start is likely to cost, by its version's own history, and what happens when its budget is used up. */
export function StartBudget({ forecast, budgetMicros, atLimit, onAtLimit }: Props) {
  const t = useTranslations('startBudget');
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-surface px-3 py-2.5 text-[13px]">
      <Likely forecast={forecast} budgetMicros={budgetMicros} />
      <span className="flex items-center justify-between gap-4">
        <span id="at-limit">
          <span className="block">{t('ask')}</span>
          <span className="block text-muted-foreground text-xs">
            {t(atLimit === 'ask' ? 'askOn' : 'askOff')}
          </span>
        </span>
        <Switch
          aria-labelledby="at-limit"
          checked={atLimit === 'ask'}
          onCheckedChange={(on) => onAtLimit(on ? 'ask' : 'end')}
        />
      </span>
    </div>
  );
}

function Likely({ forecast, budgetMicros }: Pick<Props, 'forecast' | 'budgetMicros'>) {
  const t = useTranslations('startBudget');
  const locale = useLocale();
  if (!forecast) return <p className="text-muted-foreground">{t('reading')}</p>;
  const { runs, costMicros, durationMs } = forecast;
  if (!costMicros || !durationMs) return <p className="text-muted-foreground">{t('noHistory')}</p>;
  const money = (micros: number) => formatMoney(micros, locale);
  const time = (ms: number) => formatDuration(ms, locale);
  return (
    <div>
      <dl className="grid grid-cols-[auto_1fr_1fr] gap-x-4 gap-y-0.5 tabular-nums">
        <dt className="text-muted-foreground">{t('cost')}</dt>
        <dd>{t('middle', { value: money(costMicros.p50) })}</dd>
        <dd>{t('high', { value: money(costMicros.p95) })}</dd>
        <dt className="text-muted-foreground">{t('duration')}</dt>
        <dd>{t('middle', { value: time(durationMs.p50) })}</dd>
        <dd>{t('high', { value: time(durationMs.p95) })}</dd>
      </dl>
      <p className="mt-1 text-muted-foreground text-xs">{t('from', { count: runs })}</p>
      {budgetMicros !== null && budgetMicros < costMicros.p95 ? (
        <p className="mt-1 text-warn text-xs">{t('tight')}</p>
      ) : null}
    </div>
  );
}
