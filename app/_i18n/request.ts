import type { Locale } from '@domain/account/account';
import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { currentPerson } from '../_trpc/server';
import { isLocale, LOCALE_COOKIE, preferredLocale } from './locale';

/** The language of a request: the account's, signed out this browser's choice, else what it prefers; never in an address. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const here = isLocale(chosen) ? chosen : preferredLocale((await headers()).get('accept-language'));
  const locale = (await ofAccount()) ?? here;
  const { default: messages } =
    locale === 'ru' ? await import('../../messages/ru.json') : await import('../../messages/en.json');
  return { locale, messages, timeZone: 'UTC' };
});

/** A page that cannot ask for the account still speaks, if only to say what is broken. */
async function ofAccount(): Promise<Locale | null> {
  try {
    return (await currentPerson())?.locale ?? null;
  } catch {
    return null;
  }
}
