'use client';
import { countFields, fieldProblems } from '@domain/team/contract-fields';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button';
import { FieldRow, type RowPart } from './field-row';
import { type FieldDraft, type FieldsDraft, isTooLong, newField, withRows } from './fields-draft';

type Props = {
  fields: FieldsDraft;
  /** What the rules say of the whole; then every row that is not finished says so as well. */
  error: string | null;
  onChange: (fields: FieldsDraft) => void;
};

/** What a delivery is made of, field by field; without any it is text. */
export function ContractFields({ fields, error, onChange }: Props) {
  const t = useTranslations('contractFields');
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<{ key: string; part: RowPart } | 'add' | null>(null);
  // A row that is new, moved or gone takes the keyboard's place with it.
  useEffect(() => {
    const at = wanted.current;
    wanted.current = null;
    if (!at) return;
    const selector = at === 'add' ? '[data-part="add"]' : `[data-field="${at.key}"] [data-part="${at.part}"]`;
    root.current?.querySelector<HTMLElement>(selector)?.focus();
  });
  const rows = fields.kind === 'rows' ? fields.rows : [];
  const change = (next: FieldDraft[]) => onChange(withRows(fields, next));
  const add = (at: number) => {
    const made = newField();
    wanted.current = { key: made.key, part: 'name' };
    change(rows.toSpliced(at, 0, made));
  };
  const remove = (at: number) => {
    const next = rows.toSpliced(at, 1);
    const beside = next[at] ?? next[at - 1];
    wanted.current = beside ? { key: beside.key, part: 'name' } : 'add';
    change(next);
  };
  const move = (at: number, by: -1 | 1, part: RowPart) => {
    const row = rows[at];
    if (!row || at + by < 0 || at + by >= rows.length) return;
    wanted.current = { key: row.key, part };
    change(rows.toSpliced(at, 1).toSpliced(at + by, 0, row));
  };
  const problems = fieldProblems(rows);
  const said = isTooLong(fields) ? t('tooLong') : error;
  return (
    <fieldset ref={root} className="sm:col-span-2">
      <legend className="font-medium text-[13px]">{t('title')}</legend>
      <p className="mt-0.5 mb-2 text-muted-foreground text-xs leading-5">{t('hint')}</p>
      {fields.kind === 'custom' ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-surface px-3 py-2">
          <p className="text-[13px]">{t('custom', { count: countFields(fields.schema) })}</p>
          <Button size="sm" onClick={() => add(0)}>
            {t('replace')}
          </Button>
        </div>
      ) : (
        <>
          <ol className="mb-2 flex flex-col gap-2 empty:hidden" aria-label={t('title')}>
            {rows.map((row, at) => (
              <FieldRow
                key={row.key}
                row={row}
                number={at + 1}
                last={at === rows.length - 1}
                problem={problems[at] ?? null}
                told={error !== null}
                onChange={(patch) => change(rows.with(at, { ...row, ...patch }))}
                onMove={(by, part) => move(at, by, part)}
                onRemove={() => remove(at)}
                onNext={() => add(at + 1)}
              />
            ))}
          </ol>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" data-part="add" onClick={() => add(rows.length)}>
              <Plus aria-hidden />
              {t('add')}
            </Button>
            {fields.replaces ? (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => fields.replaces && onChange({ kind: 'custom', schema: fields.replaces })}
              >
                {t('restore')}
              </Button>
            ) : null}
          </div>
        </>
      )}
      {said ? (
        <p role="alert" className="mt-1.5 text-bad text-xs leading-5">
          {said}
        </p>
      ) : null}
    </fieldset>
  );
}
