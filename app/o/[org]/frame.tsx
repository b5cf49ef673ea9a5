'use client';
import type { Locale } from '@domain/account/account';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { setLocale } from '@/app/_i18n/set-locale';
import { useTRPC } from '@/app/_trpc/client';
import { postForm } from '@/app/_trpc/post-form';
import { AppShell } from '@/components/shell/app-shell';
import type { ShellOrganization, ShellPerson } from '@/components/shell/shell-view';
import { useOrganization } from './organization';

type Props = { person: ShellPerson; organizations: ShellOrganization[]; children: ReactNode };

export function Frame({ person, organizations, children }: Props) {
  const { slug, name } = useOrganization();
  const trpc = useTRPC();
  const router = useRouter();
  const teams = useQuery(trpc.team.list.queryOptions({ org: slug, limit: 100 }));
  const update = useMutation(trpc.account.update.mutationOptions());
  const choose = async (locale: Locale) => {
    await setLocale(locale);
    router.refresh();
    // The browser's own choice stands even if the account cannot be reached now.
    update.mutate({ locale });
  };
  return (
    <AppShell
      organization={{ slug, name }}
      organizations={organizations}
      person={person}
      teams={teams.data?.items ?? []}
      onLocale={(locale) => void choose(locale)}
      onSignOut={async () => {
        await postForm('/api/sign-out', {});
        window.location.assign('/');
      }}
    >
      {children}
    </AppShell>
  );
}
