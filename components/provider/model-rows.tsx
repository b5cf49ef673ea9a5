'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { microsOf } from '../form/amount';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { type ModelDraft, newModel } from './provider-draft';

type Props = {
  models: ModelDraft[];
  /** Whether the form was tried: before that nothing is called missing. */
  tried: boolean;
  error: string | null;
  onChange: (models: ModelDraft[]) => void;
};

/** The models of a connection with their prices; 0 is a price. */
export function ModelRows({ models, tried, error, onChange }: Props) {
  const t = useTranslations('provider');
  const issueText = useIssueText();
  const set = (key: string, patch: Partial<ModelDraft>) =>
    onChange(models.map((model) => (model.key === key ? { ...model, ...patch } : model)));
  const price = (typed: string) => (tried && microsOf(typed) === null ? t('priceInvalid') : null);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-[13px]">{t('models')}</legend>
      <p className="text-muted-foreground text-xs">{t('pricesHint')}</p>
      {error ? <p className="text-bad text-xs">{error}</p> : null}
      {models.map((model, index) => (
        <div
          key={model.key}
          className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_7rem_auto]"
        >
          <Field
            label={t('modelName')}
            error={tried && model.name.trim() === '' ? issueText({ code: 'required' }) : null}
            className="max-sm:col-span-2"
          >
            {(control) => (
              <Input
                {...control}
                value={model.name}
                onChange={(event) => set(model.key, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('inputPrice')} error={price(model.input)}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={model.input}
                onChange={(event) => set(model.key, { input: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('outputPrice')} error={price(model.output)}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={model.output}
                onChange={(event) => set(model.key, { output: event.target.value })}
              />
            )}
          </Field>
          <Button
            variant="ghost"
            size="icon"
            className="self-end"
            aria-label={t('removeModel', { number: index + 1 })}
            disabled={models.length === 1}
            onClick={() => onChange(models.filter((one) => one.key !== model.key))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <Button size="sm" className="self-start" onClick={() => onChange([...models, newModel()])}>
        <Plus aria-hidden />
        {t('addModel')}
      </Button>
    </fieldset>
  );
}
