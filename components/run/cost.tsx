'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatMoney, Money } from '../format/money';

/** What is known to be spent, and what may have been billed for calls that nobody reported. */
export function Cost({ micros, unknownMicros }: { micros: number; unknownMicros: number }) {
  const t = useTranslations('run');
  const locale = useLocale();
  if (unknownMicros === 0) return <Money micros={micros} />;
  const amount = formatMoney(unknownMicros, locale);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {micros > 0 ? `${formatMoney(micros, locale)} + ` : null}
      <span className="text-warn">{t('upTo', { amount })}</span>
    </span>
  );
}
