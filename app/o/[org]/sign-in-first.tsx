'use client';
import { safeNextPath } from '@domain/account/next-path';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';

/**
 * Leads to the sign-in and from there back to exactly this address: only the browser knows it whole, a layout sees
 * neither the path below it nor the query. The link is for who has no scripts.
 */
export function SignInFirst() {
  const t = useTranslations('auth');
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const wanted = safeNextPath(`${pathname}${search}${hash}`, '/o');
    window.location.replace(`/sign-in?next=${encodeURIComponent(wanted)}`);
  }, []);
  return (
    <main id="content" className="grid min-h-dvh animate-late place-items-center p-6 text-sm">
      <Link href="/sign-in" className="underline underline-offset-4">
        {t('signIn')}
      </Link>
    </main>
  );
}
