'use client';
import { Id } from '@domain/ids';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { ComparedRuns } from '@/components/run-compare/compared-runs';
import { Breadcrumbs } from '@/components/shell/breadcrumbs';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../../organization';
import { ComparedTexts } from './compared-texts';

export function CompareScreen() {
  const { slug, href } = useOrganization();
  const t = useTranslations('run.compare');
  const pathname = usePathname();
  const search = useSearchParams();
  const [a, b] = [search.get('a') ?? '', search.get('b') ?? ''];
  const named = Id.safeParse(a).success && Id.safeParse(b).success;
  return (
    <>
      <Breadcrumbs org={slug} trail={[{ label: t('title') }]} />
      <div className="flex flex-col gap-4">
        <PageHeader
          title={t('title')}
          text={t('text')}
          actions={
            named ? (
              <Button asChild>
                <Link href={`${pathname}?a=${b}&b=${a}`}>
                  <ArrowLeftRight aria-hidden />
                  {t('swap')}
                </Link>
              </Button>
            ) : null
          }
        />
        {named ? (
          <Compared a={a} b={b} />
        ) : (
          <Card>
            <EmptyState
              icon={GitCompareArrows}
              title={t('missingTitle')}
              text={t('missingText')}
              action={
                <Button asChild>
                  <Link href={href('/runs')}>{t('toRuns')}</Link>
                </Button>
              }
            />
          </Card>
        )}
      </div>
    </>
  );
}

function Compared({ a, b }: { a: string; b: string }) {
  const { slug: org, href } = useOrganization();
  const trpc = useTRPC();
  const query = useQuery(trpc.run.compare.queryOptions({ org, a, b }));
  return (
    <QueryView query={query}>
      {(comparison) => (
        <ComparedRuns
          comparison={comparison}
          href={(id) => href(`/runs/${id}`)}
          renderTexts={(left, right) => <ComparedTexts org={org} a={left} b={right} />}
        />
      )}
    </QueryView>
  );
}
