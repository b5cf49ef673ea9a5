'use client';
import type { VersionSummary } from '@domain/team/version-view';
import { Check, History, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { When } from '../format/when';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Monogram } from '../ui/monogram';

export type VersionAction = 'apply' | 'reject' | 'rollBack';

type Props = {
  versions: readonly VersionSummary[];
  /** What this person may do. */
  may: Record<VersionAction, boolean>;
  /** The version on which an action is under way. */
  busy: number | null;
  onAct: (action: VersionAction, version: number) => void;
};

/** The history of a team, newest first; a draft is decided here, an older version can be brought back. */
export function VersionList({ versions, may, busy, onAct }: Props) {
  const t = useTranslations('versions');
  return (
    <ol className="divide-y">
      {versions.map((version) => (
        <li
          key={version.version}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3"
          data-version={version.version}
        >
          <span className="w-9 shrink-0 font-medium text-sm tabular-nums">v{version.version}</span>
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex flex-wrap items-center gap-2">
              <StatusBadge version={version} />
              <span className="text-muted-foreground text-xs">{t(`origin.${version.origin}`)}</span>
              {version.baseVersion !== null ? (
                <span className="text-muted-foreground text-xs">
                  {t('from', { version: version.baseVersion })}
                </span>
              ) : null}
            </p>
            {version.note ? <p className="mt-1 text-[13px]">{version.note}</p> : null}
            <p className="mt-1 flex flex-wrap items-center gap-1.5 text-muted-foreground text-xs">
              <Monogram
                name={version.author.name || '?'}
                seed={version.author.id}
                className="size-4 text-[7px]"
              />
              <span>
                {version.author.name || t('formerColleague')} · <When at={version.createdAt} />
              </span>
            </p>
            {version.status === 'rejected' && version.decisionNote ? (
              <p className="mt-1 text-[13px] text-muted-foreground">
                {t('rejectedBecause', { reason: version.decisionNote })}
              </p>
            ) : null}
          </div>
          <div className="flex gap-2">
            {version.status === 'draft' && may.reject ? (
              <Button size="sm" disabled={busy !== null} onClick={() => onAct('reject', version.version)}>
                <X aria-hidden />
                {t('reject')}
              </Button>
            ) : null}
            {version.status === 'draft' && may.apply ? (
              <Button
                size="sm"
                variant="primary"
                pending={busy === version.version}
                disabled={busy !== null}
                onClick={() => onAct('apply', version.version)}
              >
                <Check aria-hidden />
                {t('apply')}
              </Button>
            ) : null}
            {version.status === 'applied' && !version.current && may.rollBack ? (
              <Button
                size="sm"
                pending={busy === version.version}
                disabled={busy !== null}
                onClick={() => onAct('rollBack', version.version)}
              >
                <Undo2 aria-hidden />
                {t('rollBack')}
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function StatusBadge({ version }: { version: VersionSummary }) {
  const t = useTranslations('versions');
  if (version.current) {
    return (
      <Badge tone="ok">
        <Check aria-hidden />
        {t('current')}
      </Badge>
    );
  }
  if (version.status === 'draft') return <Badge tone="warn">{t('status.draft')}</Badge>;
  return (
    <Badge>
      {version.status === 'rejected' ? <X aria-hidden /> : <History aria-hidden />}
      {t(`status.${version.status}`)}
    </Badge>
  );
}
