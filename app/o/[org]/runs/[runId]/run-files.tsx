'use client';
import { isEnded, type RunState } from '@domain/run/state';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Paperclip } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { attachFile } from '@/app/_trpc/attach-file';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { FileList } from '@/components/file/file-list';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useOrganization } from '../../organization';
import { FilePreview } from './file-preview';

/** What the run's slots have written, what people attached, and each slot's newest delivery. */
export function RunFiles({ runId, state }: { runId: string; state: RunState }) {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('files');
  const trpc = useTRPC();
  const client = useQueryClient();
  const [selected, setSelected] = useState<string | null>(null);
  const query = useQuery({
    ...trpc.file.list.queryOptions({ org, runId }),
    placeholderData: keepPreviousData,
  });
  // A fact may have brought a file: the list follows the run's journal.
  const { seq } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fact is a reason to look again
  useEffect(() => {
    void client.invalidateQueries(trpc.file.list.pathFilter());
  }, [seq, client, trpc]);
  const hrefOf = (path: string) =>
    `/api/files/${org}/${runId}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return (
    <QueryView query={query}>
      {(listing) => {
        const shown = listing.files.find(({ path }) => path === selected) ?? listing.files[0];
        return (
          <div className="flex flex-col gap-3">
            {can('run.attach') && !isEnded(state) ? (
              <Attach org={org} runId={runId} onDone={() => void query.refetch()} />
            ) : null}
            {shown === undefined ? (
              <Card>
                <EmptyState
                  icon={FolderOpen}
                  title={listing.swept ? t('sweptTitle') : t('emptyTitle')}
                  text={listing.swept ? t('sweptText') : t('emptyText')}
                />
              </Card>
            ) : (
              <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <Card className="overflow-hidden">
                  <FileList
                    listing={listing}
                    selected={shown.path}
                    onSelect={setSelected}
                    downloadHref={hrefOf}
                  />
                  {listing.total > listing.files.length ? (
                    <p className="border-t px-3 py-2 text-muted-foreground text-xs">
                      {t('more', { shown: listing.files.length, total: listing.total })}
                    </p>
                  ) : null}
                </Card>
                <FilePreview
                  key={shown.path}
                  runId={runId}
                  path={shown.path}
                  href={hrefOf(shown.path)}
                  updatedAt={shown.updatedAt}
                />
              </div>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

function Attach({ org, runId, onDone }: { org: string; runId: string; onDone: () => void }) {
  const t = useTranslations('files');
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const send = async (file: File) => {
    setPending(true);
    const came = await attachFile(org, runId, file);
    setPending(false);
    if (came === 'attached') toast.success(t('attached', { name: file.name }));
    else toast.error(t(came));
    onDone();
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('attach')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
      <Button pending={pending} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
        {t('attach')}
      </Button>
    </div>
  );
}
