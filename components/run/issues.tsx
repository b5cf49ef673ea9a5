'use client';
import { BY_PERSON } from '@domain/approval/criterion';
import type { ReviewIssue } from '@domain/run/fact';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';

/** Whether a person sent it back, in their own words, and no reviewer. */
export const isByPerson = (issues: readonly ReviewIssue[]): boolean =>
  issues.every((issue) => issue.criterion === BY_PERSON);

/** What was refused, point by point: by which criterion, and what to change. */
export function Issues({ title, issues }: { title: string; issues: readonly ReviewIssue[] }) {
  const t = useTranslations('run');
  return (
    <section className="rounded-lg border border-warn/40 bg-warn/7" data-testid="rejection">
      <h3 className="flex items-center gap-2 px-4 pt-3 font-medium text-[13px]">
        <RotateCcw aria-hidden className="size-4 text-warn" />
        {title}
        <span className="whitespace-nowrap font-normal text-muted-foreground text-xs">
          {t('issueCount', { count: issues.length })}
        </span>
      </h3>
      <ol className="space-y-2 px-4 pt-2 pb-3">
        {issues.map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rejection never changes once it is written
          <li key={index} className="text-[13px]">
            {issue.criterion === BY_PERSON ? null : (
              <p className="text-muted-foreground text-xs">{issue.criterion}</p>
            )}
            <p className="whitespace-pre-wrap break-words">{issue.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
