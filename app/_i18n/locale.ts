import { LOCALES, Locale } from '@domain/account/account';

const DEFAULT_LOCALE: Locale = 'en';
export const LOCALE_COOKIE = 'troupe-locale';

export const isLocale = (value: unknown): value is Locale => Locale.safeParse(value).success;

/** The first language of an Accept-Language header that has a catalogue. */
export function preferredLocale(header: string | null): Locale {
  for (const part of (header ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase().split('-')[0];
    const known = LOCALES.find((locale) => locale === tag);
    if (known) return known;
  }
  return DEFAULT_LOCALE;
}
