'use client';
import type { Locale } from '@domain/account/account';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { setLocale } from '@/app/_i18n/set-locale';
import { useTRPC } from '@/app/_trpc/client';
import { postForm } from '@/app/_trpc/post-form';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { AppShell } from '@/components/shell/app-shell';
import type { ShellOrganization, ShellPerson } from '@/components/shell/shell-view';
import { useOrganization } from './organization';

/** How often it is asked what waits for this person. */
const COUNT_MS = 15_000;

type Props = { person: ShellPerson; organizations: ShellOrganization[]; children: ReactNode };

export function Frame({ person, organizations, children }: Props) {
  const { slug, name } = useOrganization();
  const trpc = useTRPC();
  const router = useRouter();
  const teams = useQuery(trpc.team.list.queryOptions({ org: slug, limit: 100 }));
  const waiting = useQuery({
    ...trpc.approval.count.queryOptions({ org: slug }),
    refetchInterval: COUNT_MS,
  });
  const update = useMutation(trpc.account.update.mutationOptions());
  const failureText = useFailureText();
  const locale = useLocale();
  const choose = async (chosen: Locale) => {
    try {
      await update.mutateAsync({ locale: chosen });
      setLocale(chosen);
      router.refresh();
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  return (
    <AppShell
      organization={{ slug, name }}
      organizations={organizations}
      person={person}
      teams={teams.data?.items ?? []}
      waiting={waiting.data?.open ?? 0}
      onLocale={(chosen) => void choose(chosen)}
      onSignOut={async () => {
        // Signed out, this browser goes on in the language of the account.
        setLocale(locale);
        await postForm('/api/sign-out', {});
        window.location.assign('/');
      }}
    >
      {children}
    </AppShell>
  );
}
