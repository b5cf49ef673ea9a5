'use client';
import { useLocale } from 'next-intl';

const unit = (locale: string, name: string, value: number, digits = 0): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'narrow',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

/** Milliseconds in at most two units: `840ms`, `4.2s`, `3m 12s`, `2h 5m`. */
export function formatDuration(ms: number, locale: string): string {
  const whole = Math.max(0, ms);
  if (whole < 1000) return unit(locale, 'millisecond', Math.round(whole));
  if (whole < 60_000) return unit(locale, 'second', whole / 1000, whole < 10_000 ? 1 : 0);
  const minutes = Math.floor(whole / 60_000);
  if (minutes < 60) {
    return `${unit(locale, 'minute', minutes)} ${unit(locale, 'second', Math.floor((whole % 60_000) / 1000))}`;
  }
  return `${unit(locale, 'hour', Math.floor(minutes / 60))} ${unit(locale, 'minute', minutes % 60)}`;
}

/** `live`: it still grows, by the second, so that no part of a second is shown. */
export function Duration({ ms, live = false }: { ms: number; live?: boolean }) {
  const locale = useLocale();
  const whole = Math.max(0, Math.floor(ms / 1000));
  return (
    <span className="tabular-nums">
      {live && whole < 60 ? unit(locale, 'second', whole) : formatDuration(ms, locale)}
    </span>
  );
}
