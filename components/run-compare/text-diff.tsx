'use client';
import { diffWordsWithSpace } from 'diff';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';

/** Time for looking at two texts; texts that differ that much are shown one after the other. */
const TIMEOUT_MS = 500;

/** What was taken out of the first text and what the second has more, in one text. */
export function TextDiff({ a, b }: { a: string; b: string }) {
  const t = useTranslations('run.compare');
  const parts = useMemo(() => diffWordsWithSpace(a, b, { timeout: TIMEOUT_MS }), [a, b]);
  if (a === b) return <p className="text-[13px] text-muted-foreground">{t('same')}</p>;
  if (!parts) {
    return (
      <div className="flex flex-col gap-3">
        <p className="text-[13px] text-muted-foreground">{t('tooLong')}</p>
        <div className="grid gap-3 md:grid-cols-2">
          <Text>{a}</Text>
          <Text>{b}</Text>
        </div>
      </div>
    );
  }
  let at = 0;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-x-4 text-muted-foreground text-xs">
        <del className="rounded-xs bg-bad/12 px-1 text-foreground">{t('removed')}</del>
        <ins className="rounded-xs bg-ok/15 px-1 text-foreground no-underline">{t('added')}</ins>
      </p>
      <Text>
        {parts.map(({ value, added, removed }) => {
          at += value.length;
          const key = `${at}${added ? '+' : removed ? '-' : ''}`;
          if (removed) {
            return (
              <del key={key} className="bg-bad/12">
                {value}
              </del>
            );
          }
          return added ? (
            <ins key={key} className="bg-ok/15 no-underline">
              {value}
            </ins>
          ) : (
            value
          );
        })}
      </Text>
    </div>
  );
}

const Text = ({ children }: { children: React.ReactNode }) => (
  <div className="whitespace-pre-wrap break-words rounded-lg border bg-surface p-4 text-[13px] leading-6">
    {children}
  </div>
);
