'use client';
import { FIELD_TYPES, type FieldProblem, type FieldType } from '@domain/team/contract-fields';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useId } from 'react';
import { WordsInput } from '../form/words-input';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import { Label } from '../ui/label';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import type { FieldDraft } from './fields-draft';

/** Where the keyboard can be put in a row. */
export type RowPart = 'name' | 'up' | 'down';

type Props = {
  row: FieldDraft;
  number: number;
  last: boolean;
  problem: FieldProblem | null;
  /** Whether somebody has asked for the whole to be right. */
  told: boolean;
  onChange: (patch: Partial<FieldDraft>) => void;
  onMove: (by: -1 | 1, part: RowPart) => void;
  onRemove: () => void;
  onNext: () => void;
};

/** One field: Alt with an arrow moves it, Enter in its name begins the next one. */
export function FieldRow({ row, number, last, problem, told, onChange, onMove, onRemove, onNext }: Props) {
  const t = useTranslations('contractFields');
  const requiredId = useId();
  const name = row.name || t('number', { number });
  // What is merely not there yet is no mistake until somebody asks.
  const early = problem === 'no_name' || problem === 'no_choices';
  const shown = problem && (told || !early) ? t(`problem.${problem}`) : null;
  const ofChoices = problem === 'no_choices';
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    onMove(by, 'name');
  };
  return (
    <li data-field={row.key} className="rounded-md border bg-surface p-3">
      <fieldset aria-label={name} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
        <Field label={t('name')} error={ofChoices ? null : shown}>
          {(control) => (
            <Input
              {...control}
              data-part="name"
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
              value={row.name}
              onChange={(event) => onChange({ name: event.target.value.replace(/\s+/g, '_') })}
              onKeyDown={(event) => {
                press(event);
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                onNext();
              }}
            />
          )}
        </Field>
        <Field label={t('type')}>
          {(control) => (
            <Select
              {...control}
              value={row.type}
              onValueChange={(type) =>
                onChange({ type: type as FieldType, ...(type !== 'choice' && { choices: [] }) })
              }
              options={FIELD_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) }))}
            />
          )}
        </Field>
        <div className="flex items-center gap-1 max-sm:justify-between sm:self-start sm:pt-6.5">
          <span className="flex items-center gap-2">
            <Switch
              id={requiredId}
              checked={row.required}
              onCheckedChange={(required) => onChange({ required })}
            />
            <Label htmlFor={requiredId} className="font-normal">
              {t('required')}
            </Label>
          </span>
          <span className="flex">
            <Mover part="up" name={name} off={number === 1} onMove={onMove} />
            <Mover part="down" name={name} off={last} onMove={onMove} />
            <Button variant="ghost" size="icon-sm" aria-label={t('remove', { name })} onClick={onRemove}>
              <Trash2 aria-hidden />
            </Button>
          </span>
        </div>
        {row.type === 'choice' ? (
          <Field
            className="sm:col-span-3"
            label={t('choices')}
            hint={t('choicesHint')}
            error={ofChoices ? shown : null}
          >
            {(control) => (
              <WordsInput {...control} value={row.choices} onChange={(choices) => onChange({ choices })} />
            )}
          </Field>
        ) : null}
        <Field className="sm:col-span-3" label={t('description')} optional={t('optional')}>
          {(control) => (
            <Textarea
              {...control}
              rows={1}
              className="min-h-8"
              value={row.description}
              placeholder={t('descriptionPlaceholder')}
              onKeyDown={press}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          )}
        </Field>
      </fieldset>
    </li>
  );
}

type MoverProps = { part: 'up' | 'down'; name: string; off: boolean; onMove: Props['onMove'] };

/** Stays where the keyboard is when there is nowhere further to go. */
function Mover({ part, name, off, onMove }: MoverProps) {
  const t = useTranslations('contractFields');
  const Icon = part === 'up' ? ArrowUp : ArrowDown;
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      data-part={part}
      aria-label={t(part, { name })}
      aria-keyshortcuts={part === 'up' ? 'Alt+ArrowUp' : 'Alt+ArrowDown'}
      aria-disabled={off || undefined}
      onClick={() => onMove(part === 'up' ? -1 : 1, part)}
    >
      <Icon aria-hidden />
    </Button>
  );
}
