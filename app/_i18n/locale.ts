/** Languages with a complete catalogue, in the order in which a menu offers them. */
export const LOCALES = ['en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';
export const LOCALE_COOKIE = 'troupe-locale';

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value);

/** The first language of an Accept-Language header that has a catalogue. */
export function preferredLocale(header: string | null): Locale {
  for (const part of (header ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase().split('-')[0];
    if (isLocale(tag)) return tag;
  }
  return DEFAULT_LOCALE;
}
