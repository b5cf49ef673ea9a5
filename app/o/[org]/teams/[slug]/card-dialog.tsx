'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Team } from '@/app/_trpc/answers';
import { useTRPC } from '@/app/_trpc/client';
import { failureOf } from '@/app/_trpc/failure';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { FormAlert } from '@/components/form/form-alert';
import { type CardDraft, CardFields } from '@/components/team/card-fields';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useAgents } from '../../agents/use-agents';
import { useOrganization } from '../../organization';

/** Changes the card of a team in place: no version is made. */
export function CardDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('teamForm');
  const actions = useTranslations('actions');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const { agents } = useAgents();
  const hub = team.hub?.id ?? '';
  const [card, setCard] = useState<CardDraft>({
    name: team.name,
    description: team.description,
    icon: team.icon,
    color: team.color,
    hubAgentId: hub,
  });
  const update = useMutation(
    trpc.team.update.mutationOptions({
      onSuccess: async (saved) => {
        toast.success(actions('saved'));
        await client.invalidateQueries(trpc.team.pathFilter());
        if (saved.slug !== team.slug) router.replace(href(`/teams/${saved.slug}`));
        onClose();
      },
    }),
  );
  const { hubAgentId, ...fields } = card;
  const moved = hubAgentId !== hub && hubAgentId !== '' && can('team.hub');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('editCard')} description={t('cardText')}>
        <DialogBody>
          <FormAlert text={update.error ? failureText(update.error) : null} />
          <CardFields
            card={card}
            onChange={(patch) => setCard({ ...card, ...patch })}
            agents={agents.data?.items ?? []}
            issues={update.error ? failureOf(update.error).issues : []}
          />
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button disabled={update.isPending}>{actions('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={update.isPending}
            onClick={() => update.mutate({ org, id: team.id, ...fields, ...(moved ? { hubAgentId } : {}) })}
          >
            {actions('save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
