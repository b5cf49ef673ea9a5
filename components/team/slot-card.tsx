'use client';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { Issue } from '@domain/errors';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { issueOn, useIssueText } from '../form/issue-text';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import type { AgentOption } from './agent-select';
import type { ManifestDraft, SlotDraft } from './draft';
import { SlotFields } from './slot-fields';

type Props = {
  draft: ManifestDraft;
  slot: SlotDraft;
  index: number;
  agents: readonly AgentOption[];
  issues: readonly Issue[];
  onChange: (patch: Partial<SlotDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove?: () => void;
  onCreateAgent?: () => void;
};

export function SlotCard({ draft, slot, index, issues, onMove, onRemove, ...fields }: Props) {
  const t = useTranslations('teamForm');
  const issueText = useIssueText();
  const sortable = useSortable({ id: slot.key });
  const name = slot.title || t('slotNumber', { number: index + 1 });
  const own = issueOn(issues, 'slots', index) ?? issueOn(issues, 'slots', index, 'id');
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: CSS.Transform.toString(sortable.transform), transition: sortable.transition }}
      className={cn(
        'rounded-lg border bg-card shadow-raised',
        sortable.isDragging && 'relative z-10 shadow-floating',
      )}
    >
      <fieldset aria-label={name}>
        <div className="flex h-10 items-center gap-1 border-b pr-1.5 pl-1">
          <button
            type="button"
            ref={sortable.setActivatorNodeRef}
            {...sortable.attributes}
            {...sortable.listeners}
            aria-label={t('dragSlot', { name })}
            className="grid size-7 cursor-grab touch-none place-items-center rounded-sm text-muted-foreground hover:text-foreground active:cursor-grabbing"
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
          <span className="text-muted-foreground text-xs tabular-nums">{index + 1}</span>
          <span className="ml-1 truncate font-medium text-[13px]">{name}</span>
          {slot.review && draft.kind === 'review_gate' ? <Badge tone="brand">{t('reviewer')}</Badge> : null}
          {slot.lead && draft.kind === 'lead_workers' ? <Badge tone="brand">{t('lead')}</Badge> : null}
          <span className="ml-auto flex">
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('moveUp', { name })}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('moveDown', { name })}
              disabled={index === draft.slots.length - 1}
              onClick={() => onMove(1)}
            >
              <ArrowDown aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('removeSlot', { name })}
              disabled={!onRemove}
              onClick={onRemove}
            >
              <Trash2 aria-hidden />
            </Button>
          </span>
        </div>
        {own ? (
          <p role="alert" className="px-4 pt-3 text-bad text-xs">
            {issueText(own)}
          </p>
        ) : null}
        <SlotFields draft={draft} slot={slot} index={index} issues={issues} {...fields} />
      </fieldset>
    </li>
  );
}
