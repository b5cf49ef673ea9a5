'use client';
import type { Issue } from '@domain/errors';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** A problem of a field in the reader's language: by its code, else in the words that came with it. */
export function useIssueText(): (issue: { code?: string; type?: unknown; message?: string }) => string {
  const t = useTranslations('issues');
  return useCallback(
    (issue) => {
      const code = (issue.code ?? String(issue.type ?? '')) as 'too_small';
      return t.has(code) ? t(code) : issue.message || t('invalid');
    },
    [t],
  );
}

/** The first issue at a path or below it. */
export const issueAt = (issues: readonly Issue[], ...path: (string | number)[]): Issue | undefined =>
  issues.find((issue) => path.every((part, index) => issue.path[index] === part));

/** The first issue exactly at a path. */
export const issueOn = (issues: readonly Issue[], ...path: (string | number)[]): Issue | undefined =>
  issues.find(
    (issue) => issue.path.length === path.length && path.every((part, index) => issue.path[index] === part),
  );
