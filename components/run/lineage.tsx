'use client';
import type { RunStatus } from '@domain/run/fact';
import { GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';
import { shortId } from './names';
import { RunStatusIcon } from './status-pill';

type Props = {
  runId: string;
  kind: 'normal' | 'partial' | 'trial';
  rerunOf: string | null;
  /** Title of the slot from which it repeats. */
  from: string | undefined;
  reruns: readonly { id: string; status: RunStatus }[];
  href: (path: string) => string;
};

/** Which run this one repeats, and which repeat it; nothing for a run that stands alone. */
export function Lineage({ runId, kind, rerunOf, from, reruns, href }: Props) {
  const t = useTranslations('run.rerun');
  if (!rerunOf && reruns.length === 0) return null;
  const compare = (a: string, b: string) => (
    <Link
      href={href(`/runs/compare?a=${a}&b=${b}`)}
      className="inline-flex min-h-6 items-center gap-1 rounded-sm underline-offset-2 hover:text-foreground hover:underline"
    >
      <GitCompareArrows aria-hidden className="size-3.5" />
      {t('compare')}
    </Link>
  );
  const run = (id: string, text: React.ReactNode) => (
    <Link
      href={href(`/runs/${id}`)}
      className="inline-flex min-h-6 items-center gap-1 rounded-sm font-medium text-foreground underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
  return (
    <div
      className="flex flex-col gap-1.5 rounded-lg border border-dashed px-4 py-2.5 text-[13px] text-muted-foreground"
      data-testid="lineage"
    >
      {rerunOf ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {kind === 'trial' ? <Badge tone="warn">{t('trial')}</Badge> : null}
          <span>
            {t.rich(from === undefined ? 'of' : 'ofFrom', {
              id: shortId(rerunOf),
              step: from ?? '',
              link: (text) => run(rerunOf, text),
            })}
          </span>
          {compare(rerunOf, runId)}
        </p>
      ) : null}
      {reruns.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <li>{t('again', { count: reruns.length })}</li>
          {reruns.map(({ id, status }) => (
            <li key={id} className="flex items-center gap-2">
              {run(
                id,
                <>
                  <RunStatusIcon status={status} />
                  {shortId(id)}
                </>,
              )}
              {compare(runId, id)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
