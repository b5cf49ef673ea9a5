'use client';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/ui/error-state';

export default function OrganizationError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations('errors');
  return (
    <ErrorState title={t('page')} text={t('pageText')} traceId={error.digest} onRetry={reset} home="/o" />
  );
}
