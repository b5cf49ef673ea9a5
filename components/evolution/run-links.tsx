'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';

/** The runs that something was seen in. */
export function RunLinks({
  runIds,
  hrefOf,
}: {
  runIds: readonly string[];
  hrefOf: (runId: string) => string;
}) {
  const t = useTranslations('evolution');
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs">
      <span className="text-muted-foreground">{t('evidence')}</span>
      {runIds.map((runId) => (
        <Link key={runId} className="font-mono underline hover:text-brand" href={hrefOf(runId)}>
          {runId.slice(-6)}
        </Link>
      ))}
    </p>
  );
}
