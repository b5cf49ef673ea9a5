'use client';
import { NOTE_MAX } from '@domain/team/version-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Draft, Team } from '@/app/_trpc/answers';
import { useTRPC } from '@/app/_trpc/client';
import { type Failure, failureOf } from '@/app/_trpc/failure';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import type { AgentOption } from '@/components/team/agent-select';
import type { ManifestDraft } from '@/components/team/draft';
import { toManifest } from '@/components/team/draft-manifest';
import { DraftState } from '@/components/team/draft-state';
import { TeamForm } from '@/components/team/team-form';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { useOrganization } from '../../../organization';
import { useAgentDialog } from '../../use-agent-dialog';
import { useAllowDelegation } from '../../use-allow-delegation';
import { useAutosave } from './use-autosave';

type Props = { team: Team; agents: readonly AgentOption[]; saved: Draft; initial: ManifestDraft };

export function Editor({ team, agents, saved, initial }: Props) {
  const { slug: org, href } = useOrganization();
  const t = useTranslations('teamForm');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const [draft, setDraft] = useState(initial);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const baseVersion = saved?.baseVersion ?? team.currentVersion;
  const autosave = useAutosave(org, team.id, baseVersion);
  const propose = useMutation(trpc.version.propose.mutationOptions());
  const discard = useMutation(trpc.version.discardDraft.mutationOptions());
  const change = (patch: Partial<ManifestDraft>) => {
    const next = { ...draft, ...patch };
    setDraft(next);
    autosave.save(toManifest(next));
  };
  const dialog = useAgentDialog((place, agentId) => {
    if (place === 'hub') return;
    change({ slots: draft.slots.map((slot) => (slot.key === place.slot ? { ...slot, agentId } : slot)) });
  });
  const allow = useAllowDelegation(agents);
  const leave = async () => {
    await Promise.all([
      client.invalidateQueries(trpc.version.pathFilter()),
      client.invalidateQueries(trpc.team.pathFilter()),
    ]);
    router.push(href(`/teams/${team.slug}?tab=versions`));
  };
  const submit = async () => {
    autosave.stop();
    setFailure(null);
    try {
      const made = await propose.mutateAsync({
        org,
        teamId: team.id,
        manifest: toManifest(draft),
        baseVersion,
        note,
      });
      await discard.mutateAsync({ org, teamId: team.id });
      toast.success(t('proposed', { version: made.version }));
      await leave();
    } catch (error) {
      setFailure(failureOf(error));
      window.scrollTo({ top: 0 });
    }
  };
  const drop = async () => {
    autosave.stop();
    try {
      await discard.mutateAsync({ org, teamId: team.id });
      await leave();
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <>
      <TeamForm
        draft={draft}
        onDraft={change}
        agents={agents}
        issues={failure?.issues ?? []}
        refused={failure && failureText({ data: failure })}
        onCreateAgent={dialog.open}
        hubAgentId={team.members.find(({ memberRole }) => memberRole === 'hub')?.id}
        onAllow={allow}
        footer={
          <>
            <DraftState saving={autosave.saving} restored={saved !== null} />
            <Button variant="ghost" disabled={propose.isPending} onClick={() => void drop()}>
              {t('discard')}
            </Button>
            <div className="flex w-full items-center gap-2 sm:w-auto sm:basis-96">
              <Input
                aria-label={t('note')}
                placeholder={t('note')}
                maxLength={NOTE_MAX}
                value={note}
                onChange={(event) => setNote(event.target.value)}
                className="min-w-0 flex-1"
              />
              <Button variant="primary" pending={propose.isPending} onClick={() => void submit()}>
                {t('propose')}
              </Button>
            </div>
          </>
        }
      />
      {dialog.element}
    </>
  );
}
