'use client';
import { dollars } from '@domain/money';
import { useLocale } from 'next-intl';

/** Micro-dollars as dollars: small sums keep the digits that make them differ from zero. */
export function formatMoney(micros: number, locale: string): string {
  const value = dollars(micros);
  const digits = value === 0 || Math.abs(value) >= 1 ? 2 : Math.abs(value) >= 0.01 ? 3 : 6;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(value);
}

export function Money({ micros }: { micros: number }) {
  const locale = useLocale();
  return <span className="tabular-nums">{formatMoney(micros, locale)}</span>;
}
