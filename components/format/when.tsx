'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useNow } from './clock';

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A time as it stands to now, with the exact time as its title. */
export function When({ at }: { at: string }) {
  const locale = useLocale();
  const t = useTranslations('format');
  const now = useNow(true, 30_000);
  const date = new Date(at);
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <time
      dateTime={at}
      title={now === null ? undefined : exact.format(date)}
      className="whitespace-nowrap tabular-nums"
    >
      {now === null ? ' ' : relative(date, now, locale, t('now'))}
    </time>
  );
}

function relative(date: Date, now: number, locale: string, justNow: string): string {
  const seconds = Math.round((date.getTime() - now) / 1000);
  if (Math.abs(seconds) > 7 * 86_400)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
  for (const [name, size] of STEPS) {
    if (Math.abs(seconds) >= size) {
      const format = new Intl.RelativeTimeFormat(locale, { style: 'short' });
      return format.format(Math.round(seconds / size), name);
    }
  }
  return justNow;
}

/** The time of day to the second, for lines of a log. */
export function ClockTime({ at }: { at: string }) {
  const locale = useLocale();
  const mounted = useNow(false) !== null;
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  return (
    <time dateTime={at} className="tabular-nums">
      {mounted ? format.format(new Date(at)) : ' '}
    </time>
  );
}
