'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { failureOf } from './failure';
import { useFailureText } from './use-failure-text';

type Query<T> = { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };

type Props<T> = { query: Query<T>; skeleton?: ReactNode; children: (data: T) => ReactNode };

/** A part of a page that stands on one query: its skeleton, its failure with a way to try again, or its content. */
export function QueryView<T>({ query, skeleton, children }: Props<T>) {
  const t = useTranslations('errors');
  const failureText = useFailureText();
  if (query.data !== undefined) return children(query.data);
  if (query.error && !query.isFetching) {
    return (
      <ErrorState
        title={t('title')}
        text={failureText(query.error)}
        traceId={failureOf(query.error).traceId}
        onRetry={() => query.refetch()}
      />
    );
  }
  return <div className="animate-late">{skeleton ?? <SkeletonRows />}</div>;
}
