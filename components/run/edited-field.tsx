'use client';
import type { ContractField } from '@domain/team/contract-fields';
import { useTranslations } from 'next-intl';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import { Select } from '../ui/select';

const NOTHING = ' ';

type Props = { field: ContractField; value: unknown; onChange: (value: unknown) => void };

/** One field of a delivery, changed by what suits its kind. `undefined`: it is not there. */
export function EditedField({ field, value, onChange }: Props) {
  const t = useTranslations('run.value');
  const form = useTranslations('contractFields');
  const { name, type, required } = field;
  const missing = required && (value === undefined || value === '' || value === null);
  const wrong = type === 'number' && typeof value === 'string';
  return (
    <Field
      label={<span className="font-mono">{name}</span>}
      optional={required ? undefined : form('optional')}
      hint={type === 'texts' ? t('onePerLine') : field.description || undefined}
      error={wrong ? t('noNumber') : missing ? t('missing') : null}
    >
      {(control) => {
        switch (type) {
          case 'number':
            return (
              <Input
                {...control}
                inputMode="decimal"
                value={value === undefined ? '' : String(value)}
                onChange={(event) => onChange(numberOf(event.target.value))}
              />
            );
          case 'boolean':
          case 'choice':
            return (
              <Select
                {...control}
                value={value === undefined ? NOTHING : String(value)}
                onValueChange={(next) => onChange(next === NOTHING ? undefined : chosen(field, next))}
                options={optionsOf(field, { yes: t('yes'), no: t('no'), nothing: t('nothing') })}
              />
            );
          case 'texts':
            return (
              <Textarea
                {...control}
                value={Array.isArray(value) ? value.join('\n') : ''}
                onChange={(event) => {
                  const lines = event.target.value;
                  onChange(lines === '' ? (required ? [] : undefined) : lines.split('\n'));
                }}
              />
            );
          default:
            return (
              <Textarea
                {...control}
                value={typeof value === 'string' ? value : ''}
                onChange={(event) =>
                  onChange(event.target.value === '' && !required ? undefined : event.target.value)
                }
              />
            );
        }
      }}
    </Field>
  );
}

/** What is no number yet stays as it is typed, and is refused as such. */
function numberOf(typed: string): unknown {
  if (typed.trim() === '') return undefined;
  const plain = typed.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : typed;
}

const chosen = ({ type }: ContractField, option: string): unknown =>
  type === 'boolean' ? option === 'true' : option;

function optionsOf(field: ContractField, words: Record<'yes' | 'no' | 'nothing', string>) {
  const options =
    field.type === 'boolean'
      ? [
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
        ]
      : field.choices.map((choice) => ({ value: choice, label: choice }));
  return field.required ? options : [{ value: NOTHING, label: words.nothing }, ...options];
}
