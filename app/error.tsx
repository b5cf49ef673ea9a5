'use client';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/ui/error-state';

export default function RootError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations('errors');
  return (
    <main id="content" className="grid min-h-dvh place-items-center">
      <ErrorState title={t('page')} text={t('pageText')} traceId={error.digest} onRetry={reset} home="/" />
    </main>
  );
}
