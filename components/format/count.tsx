'use client';
import { useLocale } from 'next-intl';

/** A number, grouped; from 100,000 on in short form. */
export function Count({ value }: { value: number }) {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, {
    notation: value >= 100_000 ? 'compact' : 'standard',
    maximumFractionDigits: value >= 100_000 ? 1 : 0,
  });
  return <span className="tabular-nums">{format.format(value)}</span>;
}
