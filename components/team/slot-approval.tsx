'use client';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Label } from '../ui/label';
import { Switch } from '../ui/switch';
import type { SlotDraft } from './draft';

type Props = { slot: SlotDraft; error: string | null; onChange: (patch: Partial<SlotDraft>) => void };

/** Where a person has to approve: before the slot starts, its output, and whether its starter may. */
export function SlotApproval({ slot, error, onChange }: Props) {
  const t = useTranslations('teamForm');
  const { before = false, after = false, fourEyes = false } = slot.approval;
  const change = (patch: SlotDraft['approval']) => {
    const next = { before, after, fourEyes, ...patch };
    // Four eyes over nothing is no rule that could be kept.
    onChange({ approval: { ...next, fourEyes: next.fourEyes && (next.before || next.after) } });
  };
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 font-medium text-[13px]">{t('approvalTitle')}</legend>
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <Toggle label={t('approvalBefore')} checked={before} onChange={(on) => change({ before: on })} />
        <Toggle label={t('approvalAfter')} checked={after} onChange={(on) => change({ after: on })} />
        {before || after ? (
          <Toggle label={t('fourEyes')} checked={fourEyes} onChange={(on) => change({ fourEyes: on })} />
        ) : null}
      </div>
      {error ? <p className="mt-1 text-bad text-xs">{error}</p> : null}
    </fieldset>
  );
}

function Toggle(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <span className="flex min-h-6 items-center gap-2">
      <Switch id={id} checked={props.checked} onCheckedChange={props.onChange} />
      <Label htmlFor={id} className="font-normal">
        {props.label}
      </Label>
    </span>
  );
}
