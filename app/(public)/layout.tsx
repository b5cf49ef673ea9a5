import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Logo } from '@/components/shell/logo';
import { PublicSettings } from './settings';

export default async function PublicLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('app');
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4 sm:px-8">
      <header className="flex h-16 items-center justify-between">
        <Link href="/" className="rounded-md">
          <Logo name={t('name')} />
        </Link>
        <PublicSettings />
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
    </div>
  );
}
