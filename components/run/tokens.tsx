'use client';
import { useTranslations } from 'next-intl';
import { Count } from '../format/count';

/** Tokens that were reported; `partial`: of some calls nothing was, so that there may be more. */
export function Tokens({ value, partial }: { value: number; partial: boolean }) {
  const t = useTranslations('run');
  if (!partial) return <Count value={value} />;
  if (value === 0) return <>{t('notReported')}</>;
  return (
    <>
      ≥ <Count value={value} />
    </>
  );
}
