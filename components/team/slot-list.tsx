'use client';
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { Issue } from '@domain/errors';
import { TRAITS } from '@domain/protocol/kinds';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '../ui/button';
import type { AgentOption } from './agent-select';
import { type ManifestDraft, newSlot, type SlotDraft } from './draft';
import { SlotCard } from './slot-card';

type Props = {
  draft: ManifestDraft;
  onSlots: (slots: SlotDraft[]) => void;
  agents: readonly AgentOption[];
  /** Of the manifest, with paths from its top. */
  issues: readonly Issue[];
  onCreateAgent?: (slotKey: string) => void;
};

/** A graph made by this form has a step for each slot, in the same order. */
const isOf = ({ path }: Issue, index: number): boolean =>
  path[0] === 'slots' ? path[1] === index : path[1] === 'steps' && path[2] === index;

/** The slots in their order: dragged, moved by keyboard or by their buttons. */
export function SlotList({ draft, onSlots, agents, issues, onCreateAgent }: Props) {
  const t = useTranslations('teamForm');
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { slots } = draft;
  const indexOf = (key: unknown) => slots.findIndex((slot) => slot.key === key);
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < slots.length) onSlots(arrayMove(slots, from, to));
  };
  const drop = ({ active, over }: DragEndEvent) => over && move(indexOf(active.id), indexOf(over.id));
  const change = (key: string, patch: Partial<SlotDraft>) =>
    onSlots(
      slots.map((slot) => {
        if (slot.key === key) return { ...slot, ...patch };
        // A gate has one reviewer and a team one lead: making one unmakes the other.
        if (patch.lead) return { ...slot, lead: false };
        return patch.review && draft.kind === 'review_gate' ? { ...slot, review: false } : slot;
      }),
    );
  const remove = (key: string) =>
    onSlots(
      slots
        .filter((slot) => slot.key !== key)
        .map((slot) => ({
          ...slot,
          dependsOn: slot.dependsOn.filter((other) => other !== key),
          reviewOf: slot.reviewOf === key ? '' : slot.reviewOf,
        })),
    );
  return (
    <div className="flex flex-col gap-3">
      <DndContext id={id} sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={slots.map((slot) => slot.key)} strategy={verticalListSortingStrategy}>
          <ol className="flex flex-col gap-3" aria-label={t('slots')}>
            {slots.map((slot, index) => (
              <SlotCard
                key={slot.key}
                draft={draft}
                slot={slot}
                index={index}
                agents={agents}
                issues={issues.filter((found) => isOf(found, index))}
                onChange={(patch) => change(slot.key, patch)}
                onMove={(by) => move(index, index + by)}
                onRemove={slots.length > TRAITS[draft.kind].minSlots ? () => remove(slot.key) : undefined}
                onCreateAgent={onCreateAgent ? () => onCreateAgent(slot.key) : undefined}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <Button className="self-start" onClick={() => onSlots([...slots, newSlot()])}>
        <Plus aria-hidden />
        {t('addSlot')}
      </Button>
    </div>
  );
}
