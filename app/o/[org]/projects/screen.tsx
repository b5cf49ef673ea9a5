'use client';
import type { Project } from '@domain/project/project';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderKanban, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { ProjectDialog, type ProjectFields } from '@/components/project/project-dialog';
import { ProjectList } from '@/components/project/project-list';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../organization';

export function ProjectsScreen() {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('projects');
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [editing, setEditing] = useState<Project | 'new' | null>(null);
  const query = useQuery(trpc.project.list.queryOptions({ org, limit: 100 }));
  const create = useMutation(trpc.project.create.mutationOptions());
  const update = useMutation(trpc.project.update.mutationOptions());
  const save = async (fields: ProjectFields) => {
    try {
      if (editing === 'new') await create.mutateAsync({ org, ...fields });
      else if (editing) await update.mutateAsync({ org, id: editing.id, ...fields });
      await client.invalidateQueries(trpc.project.pathFilter());
      toast.success(t(editing === 'new' ? 'created' : 'saved'));
      setEditing(null);
      return null;
    } catch (error) {
      return failureText(error);
    }
  };
  const add = can('project.create') ? (
    <Button variant="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden />
      {t('new')}
    </Button>
  ) : null;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} text={t('text')} actions={add} />
      <Card>
        <QueryView query={query}>
          {({ items }) =>
            items.length > 0 ? (
              <ProjectList
                projects={items}
                runsHref={(id) => href(`/runs?project=${id}`)}
                onEdit={can('project.update') ? setEditing : undefined}
              />
            ) : (
              <EmptyState icon={FolderKanban} title={t('emptyTitle')} text={t('emptyText')} action={add} />
            )
          }
        </QueryView>
      </Card>
      {editing ? (
        <ProjectDialog
          title={editing === 'new' ? t('new') : t('edit', { name: editing.name })}
          initial={editing === 'new' ? { name: '', description: '' } : editing}
          onClose={() => setEditing(null)}
          onSubmit={save}
        />
      ) : null}
    </div>
  );
}
