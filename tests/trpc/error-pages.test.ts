import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import RootError from '../../app/error';
import OrganizationError from '../../app/o/[org]/error';
import en from '../../messages/en.json';
import ru from '../../messages/ru.json';

it.each([
  ['the root', RootError, '/'],
  ['an organization', OrganizationError, '/o'],
] as const)(
  'offers on the error page of %s what its text says: a second try, and the way home',
  (_of, page, home) => {
    for (const [locale, messages] of [
      ['en', en],
      ['ru', ru],
    ] as const) {
      const error = Object.assign(new Error('x'), { digest: '42' });
      const children = createElement(page, { error, reset: () => {} });
      const props = { locale, messages, timeZone: 'UTC', children };
      const drawn = renderToStaticMarkup(createElement(NextIntlClientProvider, props));
      expect(drawn).toContain(messages.errors.pageText);
      expect(drawn).toMatch(new RegExp(`<button[^>]*>.*${messages.errors.retry}</button>`));
      expect(drawn).toMatch(new RegExp(`<a [^>]*href="${home}"[^>]*>${messages.errors.home}</a>`));
      expect(drawn).toContain('42');
    }
  },
);
