'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, IdCard, Pencil, Play, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Team } from '@/app/_trpc/answers';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { TeamIcon } from '@/components/team/team-icon';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { PageHeader } from '@/components/ui/page-header';
import { UnitBadge } from '@/components/unit/unit-badge';
import { useOrganization } from '../../organization';
import { CardDialog } from './card-dialog';

export function TeamHeader({ team, onStart }: { team: Team; onStart?: () => void }) {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('team');
  const form = useTranslations('teamForm');
  const teams = useTranslations('teams');
  const actions = useTranslations('actions');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const [open, setOpen] = useState<'card' | 'delete' | null>(null);
  const remove = useMutation(
    trpc.team.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(t('deleted'));
        router.push(href('/teams'));
        await client.invalidateQueries(trpc.team.list.pathFilter());
      },
      onError: (error) => toast.error(failureText(error)),
    }),
  );
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            <TeamIcon icon={team.icon} color={team.color} className="size-8 rounded-lg" />
            {team.name}
            {team.currentVersion === null ? (
              <Badge tone="warn">{teams('noVersion')}</Badge>
            ) : (
              <Badge tone="outline">v{team.currentVersion}</Badge>
            )}
            <UnitBadge name={team.unit?.name ?? null} />
          </span>
        }
        text={team.description ? <span className="mt-1 block max-w-2xl">{team.description}</span> : null}
        actions={
          <>
            {can('team.update') || can('team.delete') ? (
              <DropdownMenu>
                <DropdownMenuTrigger asChild>
                  <Button size="icon" variant="ghost" aria-label={t('more')}>
                    <Ellipsis aria-hidden />
                  </Button>
                </DropdownMenuTrigger>
                <DropdownMenuContent align="end">
                  <DropdownMenuItem onSelect={() => setOpen('card')}>
                    <IdCard aria-hidden />
                    {form('editCard')}
                  </DropdownMenuItem>
                  {can('team.delete') ? (
                    <DropdownMenuItem onSelect={() => setOpen('delete')}>
                      <Trash2 aria-hidden />
                      {t('delete')}
                    </DropdownMenuItem>
                  ) : null}
                </DropdownMenuContent>
              </DropdownMenu>
            ) : null}
            {can('version.propose') ? (
              <Button asChild>
                <Link href={href(`/teams/${team.slug}/edit`)}>
                  <Pencil aria-hidden />
                  {t('edit')}
                </Link>
              </Button>
            ) : null}
            {can('run.start') ? (
              <Button variant="primary" disabled={!onStart} onClick={onStart}>
                <Play aria-hidden />
                {t('start')}
              </Button>
            ) : null}
          </>
        }
      />
      {open === 'card' ? <CardDialog team={team} onClose={() => setOpen(null)} /> : null}
      {open === 'delete' ? (
        <ConfirmDialog
          title={t('deleteTitle', { name: team.name })}
          text={t('deleteText')}
          confirm={actions('delete')}
          pending={remove.isPending}
          onClose={() => setOpen(null)}
          onConfirm={() => remove.mutate({ org, id: team.id })}
        />
      ) : null}
    </>
  );
}
