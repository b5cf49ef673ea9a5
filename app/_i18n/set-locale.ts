'use server';
import { cookies } from 'next/headers';
import { isLocale, LOCALE_COOKIE } from './locale';

/** Remembers a language for this browser, a year long; anything that is no language of ours is ignored. */
export async function setLocale(locale: string): Promise<void> {
  if (!isLocale(locale)) return;
  (await cookies()).set(LOCALE_COOKIE, locale, { maxAge: 31_536_000, sameSite: 'lax', path: '/' });
}
