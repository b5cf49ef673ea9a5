'use client';
import { templateOf } from '@domain/team/templates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { type Failure, failureOf } from '@/app/_trpc/failure';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import type { AgentOption } from '@/components/team/agent-select';
import type { CardDraft } from '@/components/team/card-fields';
import { newDraft, newSlot } from '@/components/team/draft';
import { toManifest } from '@/components/team/draft-manifest';
import { StartFrom } from '@/components/team/start-from';
import { TeamForm } from '@/components/team/team-form';
import { TEAM_COLORS } from '@/components/team/team-icon';
import { templateDraft } from '@/components/team/template';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { useAgents } from '../../agents/use-agents';
import { useOrganization } from '../../organization';
import { useAgentDialog } from '../use-agent-dialog';
import { useAllowDelegation } from '../use-allow-delegation';

export function NewTeamScreen({ template }: { template: boolean }) {
  const t = useTranslations('teams');
  const { agents } = useAgents();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('new')} text={t('newText')} />
      <QueryView query={agents}>
        {({ items }) => (
          <NewTeam
            agents={items}
            coordinator={items.find((one) => one.isDefaultHub)?.id}
            template={template}
          />
        )}
      </QueryView>
    </div>
  );
}

type Props = { agents: readonly AgentOption[]; coordinator: string | undefined; template: boolean };

function NewTeam({ agents, coordinator, template }: Props) {
  const { slug, href } = useOrganization();
  const t = useTranslations('teamForm');
  const words = useTranslations('template');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const create = useMutation(trpc.team.create.mutationOptions());
  const first = coordinator ?? agents[0]?.id ?? '';
  const start = (fromTemplate: boolean) => ({
    fromTemplate,
    card: {
      name: fromTemplate ? words('title') : '',
      description: fromTemplate ? words('text') : '',
      icon: fromTemplate ? 'shield-check' : 'users',
      color: TEAM_COLORS[0],
      hubAgentId: first,
    } as CardDraft,
    draft: fromTemplate
      ? templateDraft(templateOf('delivery_qa_gate'), slotWords(words), coordinatorFirst(agents, first))
      : newDraft('pipeline', [newSlot({ agentId: first })]),
  });
  const [form, setForm] = useState(() => start(template));
  const [failure, setFailure] = useState<Failure | null>(null);
  const dialog = useAgentDialog((place, agentId) =>
    setForm((known) =>
      place === 'hub'
        ? { ...known, card: { ...known.card, hubAgentId: agentId } }
        : {
            ...known,
            draft: {
              ...known.draft,
              slots: known.draft.slots.map((slot) => (slot.key === place.slot ? { ...slot, agentId } : slot)),
            },
          },
    ),
  );
  const allow = useAllowDelegation(agents);
  const save = async () => {
    setFailure(null);
    const { hubAgentId, ...card } = form.card;
    try {
      const team = await create.mutateAsync({
        org: slug,
        ...card,
        ...(hubAgentId ? { hubAgentId } : {}),
        manifest: toManifest(form.draft),
        origin: form.fromTemplate ? 'template' : 'human',
        apply: true,
      });
      toast.success(t('created'));
      void client.invalidateQueries(trpc.team.pathFilter());
      router.push(href(`/teams/${team.slug}`));
    } catch (error) {
      setFailure(failureOf(error));
      window.scrollTo({ top: 0 });
    }
  };
  return (
    <>
      <TeamForm
        card={form.card}
        onCard={(patch) => setForm((known) => ({ ...known, card: { ...known.card, ...patch } }))}
        draft={form.draft}
        onDraft={(patch) => setForm((known) => ({ ...known, draft: { ...known.draft, ...patch } }))}
        agents={agents}
        issues={failure?.issues ?? []}
        refused={failure && failureText({ data: failure })}
        onCreateAgent={dialog.open}
        onAllow={allow}
        footer={
          <Button variant="primary" size="lg" pending={create.isPending || create.isSuccess} onClick={save}>
            {t('save')}
          </Button>
        }
      >
        <StartFrom template={form.fromTemplate} onChoose={(fromTemplate) => setForm(start(fromTemplate))} />
      </TeamForm>
      {dialog.element}
    </>
  );
}

const slotWords = (t: ReturnType<typeof useTranslations<'template'>>) => (slotId: string) => {
  const id = slotId as 'plan';
  return {
    title: t(`slots.${id}.title`),
    responsibility: t(`slots.${id}.responsibility`),
    contract: t(`slots.${id}.contract`),
  };
};

/** The coordinator plans; a review is for the last one. */
const coordinatorFirst = (agents: readonly AgentOption[], id: string): AgentOption[] => [
  ...agents.filter((agent) => agent.id === id),
  ...agents.filter((agent) => agent.id !== id),
];
