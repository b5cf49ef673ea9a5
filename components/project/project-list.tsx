'use client';
import type { Project } from '@domain/project/project';
import { FolderKanban, Pencil } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { When } from '../format/when';
import { Button } from '../ui/button';

type Props = {
  projects: readonly Project[];
  runsHref: (projectId: string) => string;
  /** Absent for who may not change projects. */
  onEdit?: (project: Project) => void;
};

export function ProjectList({ projects, runsHref, onEdit }: Props) {
  const t = useTranslations('projects');
  return (
    <ul className="divide-y">
      {projects.map((project) => (
        <li key={project.id} className="flex items-center gap-3 px-4 py-2.5">
          <FolderKanban aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium text-[13px]">{project.name}</p>
            {project.description ? (
              <p className="truncate text-muted-foreground text-xs">{project.description}</p>
            ) : null}
          </div>
          <span className="text-muted-foreground text-xs max-sm:hidden">
            <When at={project.createdAt} />
          </span>
          <Button asChild size="sm" variant="ghost">
            <Link href={runsHref(project.id)}>{t('runs')}</Link>
          </Button>
          {onEdit ? (
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label={t('edit', { name: project.name })}
              onClick={() => onEdit(project)}
            >
              <Pencil aria-hidden />
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
