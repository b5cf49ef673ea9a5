'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** A reason code as a sentence; one that the catalogue does not know is shown as it is. */
export function useReason(): (code: string) => string {
  const t = useTranslations('reasons');
  return useCallback(
    (code) => {
      const key = code as 'crashed';
      return t.has(key) ? t(key) : code;
    },
    [t],
  );
}
