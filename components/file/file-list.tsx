'use client';
import type { FileListing } from '@domain/files/file';
import { Download, FileText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Size } from '../format/size';
import { When } from '../format/when';
import { Badge } from '../ui/badge';
import { cn } from '../ui/class-names';

type Props = {
  listing: FileListing;
  selected: string | null;
  onSelect: (path: string) => void;
  downloadHref: (path: string) => string;
};

/** The files of a run by their paths; one is looked at, each can be downloaded. */
export function FileList({ listing, selected, onSelect, downloadHref }: Props) {
  const t = useTranslations('files');
  return (
    <ul className="max-h-128 divide-y overflow-y-auto">
      {listing.files.map((file) => (
        <li
          key={file.path}
          className={cn('flex items-center gap-2 px-3 py-2', file.path === selected && 'bg-accent')}
        >
          <button
            type="button"
            aria-current={file.path === selected}
            onClick={() => onSelect(file.path)}
            className="flex min-h-8 min-w-0 flex-1 items-start gap-2 rounded-sm text-left"
          >
            <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            <span className="min-w-0">
              <span className="block truncate font-mono text-[12.5px]">{file.path}</span>
              <span className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
                <Size bytes={file.size} /> <When at={file.updatedAt} />
              </span>
            </span>
          </button>
          {file.origin === 'written' ? null : <Badge>{t(`origin.${file.origin}`)}</Badge>}
          <a
            className="grid size-8 shrink-0 place-items-center rounded-md hover:bg-muted"
            href={downloadHref(file.path)}
            aria-label={t('download', { path: file.path })}
            download
          >
            <Download aria-hidden className="size-4" />
          </a>
        </li>
      ))}
    </ul>
  );
}
