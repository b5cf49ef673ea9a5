'use client';
import { CAPABILITIES } from '@domain/agent/capabilities';
import type { SlotBindingView, TeamResolved } from '@domain/team/resolve-view';
import { Check, CircleAlert, CircleHelp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Monogram } from '../ui/monogram';
import { Select } from '../ui/select';
import { Skeleton } from '../ui/skeleton';

type Props = {
  /** Undefined while it is looked up. */
  preview: TeamResolved | undefined;
  /** Slot → agent, as far as somebody was chosen. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (slotId: string, agentId: string) => void;
  /** The two ways out where nobody fits: to the team's form, and to the agents. */
  waysOut: ReactNode;
};

/** Who will do what in the run that is about to start, and what stands in its way. */
export function StartPeople({ preview, chosen, onChoose, waysOut }: Props) {
  const t = useTranslations('start');
  const open = preview && (!preview.resolvable || preview.slots.some(({ mode }) => mode === 'role'));
  if (!preview) return <Skeleton className="h-9" />;
  if (preview.slots.length === 0) return null;
  return (
    // Made anew when it has to be looked at: a person may close it all the same.
    <details key={String(open)} open={open} className="rounded-lg border">
      <summary className="flex cursor-pointer items-center gap-2 px-3 py-2 text-[13px]">
        {preview.resolvable ? (
          <Check aria-hidden className="size-4 text-good" />
        ) : (
          <CircleAlert aria-hidden className="size-4 text-bad" />
        )}
        <span role="status">
          {preview.resolvable
            ? t('people.ready', { count: preview.slots.length })
            : t('people.open', { count: preview.slots.filter(({ agent }) => agent === null).length })}
        </span>
      </summary>
      <ul className="max-h-72 divide-y overflow-y-auto border-t">
        {preview.slots.map((slot) => (
          <Row
            key={slot.slotId}
            slot={slot}
            value={chosen[slot.slotId]}
            onChoose={(agentId) => onChoose(slot.slotId, agentId)}
            waysOut={waysOut}
          />
        ))}
      </ul>
    </details>
  );
}

type RowProps = {
  slot: SlotBindingView;
  value: string | undefined;
  onChoose: (agentId: string) => void;
  waysOut: ReactNode;
};

function Row({ slot, value, onChoose, waysOut }: RowProps) {
  const t = useTranslations('start.people');
  const agentText = useTranslations('agent.capability');
  const reasonId = useId();
  const { agent } = slot;
  const denied = CAPABILITIES.filter((name) => !slot.capabilities.includes(name));
  const choice = slot.mode === 'role' && slot.candidateCount > 1;
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2 text-[13px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 flex-1 truncate font-medium">{slot.title}</span>
        {choice ? (
          <Select
            aria-label={t('choose', { slot: slot.title })}
            aria-describedby={reasonId}
            className="w-full sm:w-56"
            value={value ?? agent?.agentId ?? ''}
            placeholder={t('choosePlaceholder', { count: slot.candidateCount })}
            onValueChange={onChoose}
            options={slot.candidates.map(({ agentId, name, role }) => ({
              value: agentId,
              label: name,
              note: role,
            }))}
          />
        ) : agent ? (
          <span className="flex items-center gap-1.5">
            <Monogram name={agent.name} seed={agent.agentId} className="size-5 text-[8px]" />
            {agent.name}
          </span>
        ) : (
          <CircleHelp aria-hidden className="size-4 text-bad" />
        )}
      </div>
      <p id={reasonId} className={agent ? 'text-muted-foreground text-xs' : 'text-bad text-xs'}>
        {t(`reason.${slot.reason}`)}
        {agent && denied.length > 0
          ? ` ${t('denied', { list: denied.map((name) => agentText(name)).join(', ') })}`
          : null}
      </p>
      {slot.reason === 'nobody' ? <Missing slot={slot} waysOut={waysOut} /> : null}
    </li>
  );
}

/** What is required, who comes nearest, and where to go from here. */
function Missing({ slot, waysOut }: { slot: SlotBindingView; waysOut: ReactNode }) {
  const t = useTranslations('start.people');
  const agentText = useTranslations('agent.capability');
  const { capabilities, skills } = slot.requirements;
  const required = [...capabilities.map((name) => agentText(name)), ...skills];
  return (
    <div className="flex flex-col gap-1 text-muted-foreground text-xs">
      {required.length > 0 ? <p>{t('required', { list: required.join(', ') })}</p> : null}
      {slot.nearest.slice(0, 3).map(({ agentId, name, lacks }) => (
        <p key={agentId}>
          {t('lacks', {
            name,
            list: lacks
              .map((lack) =>
                lack.kind === 'settings'
                  ? t('noSettings')
                  : lack.kind === 'capability'
                    ? agentText(lack.name as (typeof CAPABILITIES)[number])
                    : lack.name,
              )
              .join(', '),
          })}
        </p>
      ))}
      <p className="flex flex-wrap gap-x-3">{waysOut}</p>
    </div>
  );
}
