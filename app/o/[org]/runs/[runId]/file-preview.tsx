'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { StructuredValue } from '@/components/run/structured-value';
import { Card } from '@/components/ui/card';
import { Markdown } from '@/components/ui/markdown';
import { useOrganization } from '../../organization';

type Props = { runId: string; path: string; href: string; updatedAt: string };

/**
 * A file's text: Markdown as such, anything else as it stands. Nothing of it is ever run or drawn as a page. Another
 * file is another preview: give it the path as its key.
 */
export function FilePreview({ runId, path, href, updatedAt }: Props) {
  const { slug: org } = useOrganization();
  const t = useTranslations('files');
  const trpc = useTRPC();
  const query = useQuery(trpc.file.read.queryOptions({ org, runId, path }));
  const seen = useRef(updatedAt);
  const { refetch } = query;
  // What was written since stands at the same path.
  useEffect(() => {
    if (seen.current !== updatedAt) void refetch();
    seen.current = updatedAt;
  }, [updatedAt, refetch]);
  return (
    <Card className="overflow-hidden">
      <h2 className="truncate border-b px-4 py-2.5 font-mono text-[12.5px]">{path}</h2>
      <div className="max-h-128 overflow-auto p-4">
        <QueryView query={query}>
          {(file) => {
            // Only kinds whose bytes were looked at are called images, and a drawing that can run code is none of them.
            if (file.mediaType.startsWith('image/'))
              return (
                // biome-ignore lint/performance/noImgElement: private bytes behind a session, which no optimizer fetches
                <img
                  src={href}
                  alt={t('image', { path: file.path })}
                  className="h-auto max-w-full rounded-md"
                />
              );
            if (file.text === null)
              return <p className="text-[13px] text-muted-foreground">{t('noPreview')}</p>;
            const value = file.mediaType === 'application/json' && !file.cut ? valueIn(file.text) : undefined;
            if (value !== undefined) return <StructuredValue value={value} />;
            return (
              <>
                {file.mediaType === 'text/markdown' ? (
                  <Markdown text={file.text} />
                ) : (
                  <pre className="whitespace-pre-wrap break-words font-mono text-[12.5px]">{file.text}</pre>
                )}
                {file.cut ? <p className="mt-3 text-muted-foreground text-xs">{t('cut')}</p> : null}
              </>
            );
          }}
        </QueryView>
      </div>
    </Card>
  );
}

/** An object or a list; undefined: it is neither, and is shown as it stands. */
function valueIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
