import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { isLocale, LOCALE_COOKIE, preferredLocale } from './locale';

/** The language of a request: the person's choice, else the browser's; no part of any address. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = isLocale(chosen) ? chosen : preferredLocale((await headers()).get('accept-language'));
  const { default: messages } =
    locale === 'ru' ? await import('../../messages/ru.json') : await import('../../messages/en.json');
  return { locale, messages, timeZone: 'UTC' };
});
