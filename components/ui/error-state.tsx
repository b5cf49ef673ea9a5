'use client';
import { RotateCw, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from './button';
import { cn } from './class-names';

type Props = {
  title: string;
  text?: string;
  traceId?: string;
  onRetry?: () => void;
  /** Where "home" leads; for what failed as a whole. */
  home?: string;
  className?: string;
};

/** What failed, where to look it up, and a way to try again; the rest of the page stays. */
export function ErrorState({ title, text, traceId, onRetry, home, className }: Props) {
  const t = useTranslations('errors');
  return (
    <div role="alert" className={cn('flex flex-col items-center px-6 py-10 text-center', className)}>
      <TriangleAlert aria-hidden className="mb-2 size-5 text-bad" />
      <p className="font-medium text-sm">{title}</p>
      {text ? <p className="mt-1 max-w-md text-[13px] text-muted-foreground">{text}</p> : null}
      {traceId ? (
        <p className="mt-1 text-muted-foreground text-xs">
          {t('trace')} <code className="select-all font-mono">{traceId}</code>
        </p>
      ) : null}
      {onRetry || home ? (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {onRetry ? (
            <Button size="sm" onClick={onRetry}>
              <RotateCw aria-hidden />
              {t('retry')}
            </Button>
          ) : null}
          {home ? (
            <Button size="sm" asChild>
              <Link href={home}>{t('home')}</Link>
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
