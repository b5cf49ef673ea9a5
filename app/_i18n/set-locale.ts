import type { Locale } from '@domain/account/account';
import { LOCALE_COOKIE } from './locale';

const YEAR_S = 31_536_000;

/** Remembers a language for this browser, a year long; the next page that is asked for speaks it. */
export function setLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is missing over plain http and in older browsers
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
