'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** Why a run or a step ended, as a sentence; one that the catalogue does not know is shown as it is. */
export function useReason(): (code: string) => string {
  const t = useTranslations('runReasons');
  return useCallback(
    (code) => {
      const key = code as 'crashed';
      return t.has(key) ? t(key) : code;
    },
    [t],
  );
}

/** The words of the person who stopped a run; `stopped` stands for none, `by_actor` for an actor of the run. */
export const stopWords = (given: string, reason: (code: string) => string): string =>
  given === 'stopped' || given === 'by_actor' ? reason(given) : given;
