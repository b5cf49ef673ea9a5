'use client';
import { useTranslations } from 'next-intl';
import { Button } from './button';

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** The end of a list that is read page by page; nothing when there is no more. */
export function LoadMore({ query }: Props) {
  const t = useTranslations('actions');
  if (!query.hasNextPage) return null;
  return (
    <div className="border-t p-2 text-center">
      <Button
        variant="ghost"
        size="sm"
        pending={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {t('loadMore')}
      </Button>
    </div>
  );
}
