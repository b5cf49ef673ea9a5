'use client';
import { namesOf } from '@domain/team/contract-order';
import type { Slot } from '@domain/team/slot';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';
import { Monogram } from '../ui/monogram';

export function SlotSummary({
  slot,
  index,
  agent,
}: {
  slot: Slot;
  index: number;
  agent: string | undefined;
}) {
  const t = useTranslations('team');
  const form = useTranslations('teamForm');
  const able = useTranslations('agent.capability');
  const { capabilities, skills } = slot.requirements;
  const fields = namesOf(slot.contract.schema);
  const required = [...capabilities.map((name) => able(name)), ...skills];
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="grid size-6 shrink-0 place-items-center rounded-full border bg-surface text-muted-foreground text-xs tabular-nums">
        {index + 1}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium text-[13px]">{slot.title}</span>
          {slot.review ? <Badge tone="brand">{form('reviewer')}</Badge> : null}
          {slot.lead ? <Badge tone="brand">{form('lead')}</Badge> : null}
          {slot.optional ? <Badge>{t('optional')}</Badge> : null}
          {slot.approval?.before || slot.approval?.after ? (
            <Badge tone="warn">{form('approvalTitle')}</Badge>
          ) : null}
          {slot.binding.mode === 'role' ? (
            <span className="ml-auto text-[13px] text-muted-foreground">
              {[form('whoeverFits'), required.join(', ')].filter(Boolean).join(': ')}
            </span>
          ) : null}
          {agent && slot.binding.mode === 'fixed' ? (
            <span className="ml-auto flex min-w-0 max-w-full items-center gap-1.5 text-[13px] text-muted-foreground">
              <Monogram name={agent} seed={slot.binding.agentId} className="size-5 text-[8px]" />
              <span className="truncate">{agent}</span>
            </span>
          ) : null}
        </p>
        {slot.responsibility ? (
          <p className="mt-1 line-clamp-3 whitespace-pre-line text-[13px] text-muted-foreground">
            {slot.responsibility}
          </p>
        ) : null}
        {slot.contract.text ? (
          <p className="mt-2 border-l-2 pl-2 text-[13px]">
            <span className="text-muted-foreground text-xs">{t('contract')}: </span>
            <span className="whitespace-pre-line">{slot.contract.text}</span>
          </p>
        ) : null}
        {fields.length > 0 ? (
          <p className="mt-2 flex flex-wrap items-center gap-1.5">
            <span className="text-muted-foreground text-xs">{t('fields')}</span>
            {fields.map((name) => (
              <Badge key={name} className="font-mono">
                {name}
              </Badge>
            ))}
          </p>
        ) : null}
      </div>
    </li>
  );
}
