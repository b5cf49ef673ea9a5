'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/_trpc/client';
import { StartPeople } from '@/components/run/start-people';
import { useOrganization } from '../../organization';

type Props = {
  team: { id: string; slug: string; version: number };
  projectId: string;
  chosen: Readonly<Record<string, string>>;
  onChoose: (slotId: string, agentId: string) => void;
};

/** Looks up who would do what in the project, with what was chosen so far. */
export function StartTeam({ team, projectId, chosen, onChoose }: Props) {
  const { slug: org, href } = useOrganization();
  const t = useTranslations('start.people');
  const trpc = useTRPC();
  const asked = { org, id: team.id, projectId, version: team.version, bindings: { ...chosen } };
  const preview = useQuery(trpc.team.resolve.queryOptions(asked, { placeholderData: keepPreviousData }));
  // A start says by itself what is wrong.
  if (preview.isError) return null;
  return (
    <StartPeople
      preview={preview.data}
      chosen={chosen}
      onChoose={onChoose}
      waysOut={
        <>
          <Link className="underline hover:text-foreground" href={href(`/teams/${team.slug}/edit`)}>
            {t('editTeam')}
          </Link>
          <Link className="underline hover:text-foreground" href={href('/agents')}>
            {t('toAgents')}
          </Link>
        </>
      }
    />
  );
}
