'use client';
import { TRAITS } from '@domain/protocol/kinds';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Field } from '../ui/field';
import { Label } from '../ui/label';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import type { ManifestDraft, SlotDraft } from './draft';

const NOBODY = 'nobody';

type Props = {
  draft: ManifestDraft;
  slot: SlotDraft;
  error: (...path: string[]) => string | null;
  /** What is wrong with the slot's place in the graph. */
  graphError: string | null;
  onChange: (patch: Partial<SlotDraft>) => void;
};

/** How a slot stands to the others, as far as its protocol asks. */
export function SlotFlow({ draft, slot, error, graphError, onChange }: Props) {
  const t = useTranslations('teamForm');
  const fields = TRAITS[draft.kind].slotFields;
  const others = draft.slots.filter((other) => other.key !== slot.key);
  const label = (other: SlotDraft) =>
    other.title || t('slotNumber', { number: draft.slots.indexOf(other) + 1 });
  const isGraph = draft.kind === 'dag';
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        {fields.includes('review') ? (
          <Toggle label={t('reviews')} checked={slot.review} onChange={(review) => onChange({ review })} />
        ) : null}
        {fields.includes('lead') ? (
          <Toggle label={t('leads')} checked={slot.lead} onChange={(lead) => onChange({ lead })} />
        ) : null}
        {fields.includes('optional') && !slot.review ? (
          <Toggle
            label={t('optionalSlot')}
            checked={slot.optional}
            onChange={(optional) => onChange({ optional })}
          />
        ) : null}
      </div>
      {graphError ? (
        <p role="alert" className="text-bad text-xs">
          {graphError}
        </p>
      ) : null}
      {isGraph && others.length > 0 ? (
        <fieldset>
          <legend className="mb-1.5 font-medium text-[13px]">{t('waitsFor')}</legend>
          <div className="flex flex-wrap gap-2">
            {others.map((other) => (
              <label
                key={other.key}
                className="flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-[13px] hover:bg-accent has-checked:border-brand has-checked:bg-brand-soft"
              >
                <input
                  type="checkbox"
                  className="accent-brand"
                  checked={slot.dependsOn.includes(other.key)}
                  onChange={(event) =>
                    onChange({
                      dependsOn: event.target.checked
                        ? [...slot.dependsOn, other.key]
                        : slot.dependsOn.filter((key) => key !== other.key),
                    })
                  }
                />
                {label(other)}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {isGraph || (fields.includes('reviewOf') && slot.review) ? (
        <Field label={t('reviewOf')} error={error('reviewOf')} className="sm:max-w-72">
          {(control) => (
            <Select
              {...control}
              value={slot.reviewOf || NOBODY}
              onValueChange={(key) => onChange({ reviewOf: key === NOBODY ? '' : key })}
              options={[
                { value: NOBODY, label: isGraph ? t('reviewsNobody') : t('reviewsLast') },
                ...others.map((other) => ({ value: other.key, label: label(other) })),
              ]}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function Toggle(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <Switch id={id} checked={props.checked} onCheckedChange={props.onChange} />
      <Label htmlFor={id} className="font-normal">
        {props.label}
      </Label>
    </span>
  );
}
