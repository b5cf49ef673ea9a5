'use client';
import { isEnded, type RunState } from '@domain/run/state';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { useTRPC, useTRPCClient } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { usePages } from '@/app/_trpc/use-pages';
import { NoteCard } from '@/components/memory/note-card';
import { NoteForm } from '@/components/memory/note-form';
import { agentName, type Names, personName } from '@/components/run/names';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/ui/load-more';
import { useOrganization } from '../../organization';

/** What was noted under the run: what its slots propose is vouched for, or withdrawn, by people. */
export function RunNotes({ runId, state, names }: { runId: string; state: RunState; names: Names }) {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('notes');
  const trpc = useTRPC();
  const api = useTRPCClient();
  const client = useQueryClient();
  const failureText = useFailureText();
  const list = trpc.memory.list.pathKey();
  const query = usePages({
    key: [...list, org, runId],
    fetchPage: (cursor) => api.memory.list.query({ org, scope: 'run', holderId: runId, limit: 50, cursor }),
  });
  const propose = useMutation(trpc.memory.propose.mutationOptions());
  const confirm = useMutation(trpc.memory.confirm.mutationOptions());
  const supersede = useMutation(trpc.memory.supersede.mutationOptions());
  const standing = JSON.stringify(state.hints ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fact about a note is a reason to look again
  useEffect(() => {
    void client.invalidateQueries({ queryKey: list });
  }, [standing, client]);
  const refusal = async (work: Promise<unknown>): Promise<string | null> => {
    try {
      await work;
      return null;
    } catch (error) {
      return failureText(error);
    } finally {
      await client.invalidateQueries({ queryKey: list });
    }
  };
  const told = async (work: Promise<unknown>, done: string) => {
    const refused = await refusal(work);
    if (refused) toast.error(refused);
    else toast.success(done);
  };
  const note = (content: string) =>
    refusal(propose.mutateAsync({ org, scope: 'run', holderId: runId, category: 'knowledge', content }));
  const titleOf = (stepId: string | null | undefined): string | null =>
    state.plan?.steps.find(({ id }) => id === stepId)?.title ?? stepId ?? null;
  return (
    <Card>
      {can('memory.propose') && !isEnded(state) ? <NoteForm onNote={note} /> : null}
      <QueryView query={query}>
        {({ pages }) => {
          const notes = pages.flatMap(({ items }) => items);
          if (notes.length === 0)
            return <EmptyState icon={Lightbulb} title={t('emptyTitle')} text={t('emptyText')} />;
          return (
            <>
              <ul className="divide-y">
                {notes.map((memory) => (
                  <NoteCard
                    key={memory.id}
                    note={memory}
                    author={
                      memory.author.kind === 'agent'
                        ? agentName(names, memory.author.id)
                        : (personName(names, memory.author.id) ?? '')
                    }
                    step={titleOf(memory.source?.stepId)}
                    {...(can('memory.decide') && {
                      onConfirm: () => told(confirm.mutateAsync({ org, id: memory.id }), t('confirmed')),
                      onWithdraw: () => told(supersede.mutateAsync({ org, id: memory.id }), t('withdrawn')),
                    })}
                  />
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}
