'use client';
import { type ErrorCode, STATUS_OF } from '@domain/errors';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { type Failure, failureOf } from './failure';

const CODES = ['network', ...(Object.keys(STATUS_OF) as ErrorCode[])] as const;

/** A failed call in the reader's language: a known reason first, then its code. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('errors');
  const reasons = useTranslations('reasons');
  return useCallback(
    (error) => {
      const failure: Failure = failureOf(error);
      const reason = failure.reason as 'stale_base';
      if (reasons.has(reason)) return reasons(reason);
      // A refusal that names fields is told at those fields.
      if (failure.issues.length > 0) return t('unprocessable');
      return t(CODES.find((code) => code === failure.code) ?? 'internal');
    },
    [t, reasons],
  );
}
