import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { Toaster } from '@/components/ui/toaster';
import { TooltipProvider } from '@/components/ui/tooltip';
import { ApiProvider } from './_trpc/provider';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('app');
  return { title: { default: t('name'), template: `%s · ${t('name')}` }, description: t('tagline') };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfbfc' },
    { media: '(prefers-color-scheme: dark)', color: '#110e11' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, t, nonce] = [
    await getLocale(),
    await getTranslations('app'),
    (await headers()).get('x-nonce') ?? undefined,
  ];
  return (
    <html lang={locale} className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-primary px-3 py-2 text-primary-foreground text-sm focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <NextIntlClientProvider>
          <ThemeProvider attribute="class" disableTransitionOnChange nonce={nonce}>
            <TooltipProvider delayDuration={350}>
              <ApiProvider>{children}</ApiProvider>
              <Toaster />
            </TooltipProvider>
          </ThemeProvider>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
