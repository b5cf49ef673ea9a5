'use client';
import { useLocale } from 'next-intl';

/** Bytes in words of the reader's language (`39 bytes`), larger sizes in the short form of their unit (`1.5 kB`). */
export function formatSize(bytes: number, locale: string): string {
  const [unit, value, unitDisplay] =
    bytes < 1_000
      ? (['byte', bytes, 'long'] as const)
      : bytes < 1_000_000
        ? (['kilobyte', bytes / 1_000, 'short'] as const)
        : (['megabyte', bytes / 1_000_000, 'short'] as const);
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(
    value,
  );
}

export function Size({ bytes }: { bytes: number }) {
  const locale = useLocale();
  return <span className="tabular-nums">{formatSize(bytes, locale)}</span>;
}
