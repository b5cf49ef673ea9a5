import { Compass } from 'lucide-react';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** An address that leads nowhere, or to what its reader may not see. */
export async function NotFoundState() {
  const t = await getTranslations('errors');
  return (
    <EmptyState
      icon={Compass}
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={
        <Button asChild>
          <Link href="/o">{t('home')}</Link>
        </Button>
      }
    />
  );
}
