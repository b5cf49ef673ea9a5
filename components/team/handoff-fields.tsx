'use client';
import type { Issue } from '@domain/errors';
import { HANDOFF_ROUNDS, INTENT_TIMEOUT_MS, PING_PONG } from '@domain/team/limits';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { issueAt, useIssueText } from '../form/issue-text';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Label } from '../ui/label';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import type { ManifestDraft, SlotDraft } from './draft';
import { entryOf, type HandoffDraft } from './handoff-draft';
import { HandoffWays } from './handoff-ways';

type Props = {
  draft: ManifestDraft;
  issues: readonly Issue[];
  onChange: (handoff: HandoffDraft) => void;
};

/** Who begins, who may give the turn to whom, and how often: what a handoff needs beside its slots. */
export function HandoffFields({ draft, issues, onChange }: Props) {
  const t = useTranslations('handoffForm');
  const tForm = useTranslations('teamForm');
  const issueText = useIssueText();
  const cancelId = useId();
  const { handoff, slots } = draft;
  const change = (patch: Partial<HandoffDraft>) => onChange({ ...handoff, ...patch });
  const nameOf = (slot: SlotDraft) => slot.title || tForm('slotNumber', { number: slots.indexOf(slot) + 1 });
  const error = (name: string) => {
    const found = issueAt(issues, 'protocol', name);
    return found ? issueText(found) : null;
  };
  const number = (name: 'maxRounds' | 'maxPingPong' | 'waitSeconds', field: string, hint: string) => (
    <Field label={t(name)} hint={hint} error={error(field)}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          value={handoff[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  const range = ({ min, max }: { min: number; max: number }) => tForm('range', { min, max });
  const seconds = { min: INTENT_TIMEOUT_MS.min / 1_000, max: INTENT_TIMEOUT_MS.max / 1_000 };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-[13px] text-muted-foreground">{t('allowed')}</p>
      <Field label={t('entry')} error={error('entrySlot')} className="sm:max-w-72">
        {(control) => (
          <Select
            {...control}
            value={entryOf(handoff, slots)}
            onValueChange={(entry) => change({ entry })}
            options={slots.map((slot) => ({ value: slot.key, label: nameOf(slot) }))}
          />
        )}
      </Field>
      <HandoffWays
        slots={slots.map((slot) => ({ key: slot.key, name: nameOf(slot) }))}
        ways={handoff.ways}
        entry={entryOf(handoff, slots)}
        error={error('edges')}
        onChange={(ways) => change({ ways })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {number('maxRounds', 'maxRounds', range(HANDOFF_ROUNDS))}
        {number('maxPingPong', 'maxPingPongPerPair', range(PING_PONG))}
        {number('waitSeconds', 'intentTimeoutMs', range(seconds))}
      </div>
      <span className="flex items-center gap-2">
        <Switch
          id={cancelId}
          checked={handoff.actorMayCancel}
          onCheckedChange={(actorMayCancel) => change({ actorMayCancel })}
        />
        <Label htmlFor={cancelId} className="font-normal">
          {t('actorMayCancel')}
        </Label>
      </span>
    </div>
  );
}
