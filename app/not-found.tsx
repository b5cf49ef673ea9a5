import { Compass } from 'lucide-react';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default async function NotFound() {
  const t = await getTranslations('errors');
  return (
    <main id="content" className="grid min-h-dvh place-items-center">
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
    </main>
  );
}
