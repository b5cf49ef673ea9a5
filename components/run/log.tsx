'use client';
import type { Fact } from '@domain/run/fact';
import { ScrollText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { SearchInput } from '../ui/search-input';
import { useFactSentence } from './fact-sentence';
import { LogLine } from './log-line';
import type { Names } from './names';

const PAGE = 300;

type Props = { facts: readonly Fact[]; titles: ReadonlyMap<string, string>; names: Names };

/** The run's journal, newest last: every fact once, in order, in words and as it is stored. */
export function Log({ facts, titles, names }: Props) {
  const t = useTranslations('run.log');
  const sentence = useFactSentence(titles, names);
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE);
  const lines = useMemo(() => {
    const all = facts.map((fact) => ({ fact, text: sentence(fact) }));
    const wanted = query.trim().toLowerCase();
    return wanted
      ? all.filter(({ fact, text }) => `${fact.type} ${text}`.toLowerCase().includes(wanted))
      : all;
  }, [facts, query, sentence]);
  const hidden = Math.max(0, lines.length - shown);
  return (
    <section aria-label={t('title')}>
      <div className="flex items-center justify-between gap-3 border-b p-3">
        <SearchInput label={t('filter')} value={query} onChange={setQuery} />
        <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
          {t('count', { count: lines.length })}
        </span>
      </div>
      {lines.length === 0 ? (
        <EmptyState icon={ScrollText} title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <>
          {hidden > 0 ? (
            <div className="border-b p-2 text-center">
              <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE)}>
                {t('earlier', { count: hidden })}
              </Button>
            </div>
          ) : null}
          <ol className="divide-y">
            {lines.slice(hidden).map(({ fact, text }) => (
              <LogLine key={fact.seq} fact={fact} text={text} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
