'use client';
import type { Issue } from '@domain/errors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { FormAlert } from '../form/form-alert';
import { useIssueText } from '../form/issue-text';
import { WordsInput } from '../form/words-input';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import { AgentFields, type AgentFieldsInput } from './agent-fields';
import { CapabilityChips } from './capability-chips';

export type ProviderOption = { id: string; name: string; kind: string; models: readonly { name: string }[] };

/** What the server said to a form that it refused. */
type Refused = { text: string; issues: readonly Issue[] } | null;

type Props = {
  initial: AgentFieldsInput;
  providers: readonly ProviderOption[];
  onSubmit: (fields: AgentFields) => Promise<Refused>;
  /** The buttons; `pending` while the form is on its way. */
  footer: (pending: boolean) => ReactNode;
};

export function AgentForm({ initial, providers, onSubmit, footer }: Props) {
  const t = useTranslations('agent');
  const issueText = useIssueText();
  const form = useForm<AgentFieldsInput, unknown, AgentFields>({
    resolver: zodResolver(AgentFields),
    defaultValues: initial,
  });
  const { errors, isSubmitting } = form.formState;
  const error = (name: keyof AgentFieldsInput) => errors[name] && issueText(errors[name]);
  const submit = form.handleSubmit(async (fields) => {
    const refused = await onSubmit(fields);
    if (!refused) return;
    form.setError('root', { message: refused.text });
    for (const issue of refused.issues) {
      const field = String(issue.path[0]) as keyof AgentFieldsInput;
      if (field in initial) form.setError(field, { type: issue.code, message: issue.message });
    }
  });
  const providerId = form.watch('providerId');
  const models = providers.find(({ id }) => id === providerId)?.models ?? [];
  return (
    <form
      onSubmit={(event) => {
        // The form may stand in a dialog above another form.
        event.stopPropagation();
        void submit(event);
      }}
      noValidate
      className="contents"
    >
      <div className="grid gap-4 overflow-y-auto p-5 sm:grid-cols-2">
        <div className="sm:col-span-2 empty:hidden">
          <FormAlert text={errors.root?.message ?? null} />
        </div>
        <Field label={t('name')} error={error('name')}>
          {(control) => <Input {...control} {...form.register('name')} />}
        </Field>
        <Field label={t('role')} hint={t('roleHint')} error={error('role')}>
          {(control) => <Input {...control} {...form.register('role')} />}
        </Field>
        <Field label={t('provider')} error={error('providerId')}>
          {(control) => (
            <Controller
              control={form.control}
              name="providerId"
              render={({ field }) => (
                <Select
                  {...control}
                  value={field.value}
                  placeholder={t('chooseProvider')}
                  onValueChange={(id) => {
                    field.onChange(id);
                    form.setValue('model', providers.find((one) => one.id === id)?.models[0]?.name ?? '');
                  }}
                  options={providers.map(({ id, name, kind }) => ({
                    value: id,
                    label: name,
                    note: kind === 'demo' ? t('demo') : undefined,
                  }))}
                />
              )}
            />
          )}
        </Field>
        <Field label={t('model')} error={error('model')}>
          {(control) => (
            <Controller
              control={form.control}
              name="model"
              render={({ field }) => (
                <Select
                  {...control}
                  value={field.value}
                  placeholder={t('chooseModel')}
                  onValueChange={field.onChange}
                  options={models.map(({ name }) => ({ value: name, label: name }))}
                />
              )}
            />
          )}
        </Field>
        <Field
          label={t('character')}
          hint={t('characterHint')}
          error={error('character')}
          className="sm:col-span-2"
        >
          {(control) => <Textarea {...control} rows={3} {...form.register('character')} />}
        </Field>
        <Field
          label={t('expertise')}
          hint={t('expertiseHint')}
          error={error('expertise')}
          className="sm:col-span-2"
        >
          {(control) => <Textarea {...control} rows={3} {...form.register('expertise')} />}
        </Field>
        <Field label={t('maxOutputTokens')} hint={t('maxOutputTokensHint')} error={error('maxOutputTokens')}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              {...form.register('maxOutputTokens', { valueAsNumber: true })}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Controller
            control={form.control}
            name="capabilities"
            render={({ field }) => <CapabilityChips value={field.value ?? {}} onChange={field.onChange} />}
          />
        </div>
        <Field label={t('skills')} hint={t('skillsHint')} error={error('skills')} className="sm:col-span-2">
          {(control) => (
            <Controller
              control={form.control}
              name="skills"
              render={({ field }) => (
                <WordsInput {...control} value={field.value ?? []} onChange={field.onChange} />
              )}
            />
          )}
        </Field>
        <Field label={t('handoff')} hint={t('handoffHint')} className="sm:col-span-2">
          {(control) => (
            <Controller
              control={form.control}
              name="handoff"
              render={({ field }) => (
                <Switch {...control} checked={field.value ?? false} onCheckedChange={field.onChange} />
              )}
            />
          )}
        </Field>
      </div>
      {footer(isSubmitting)}
    </form>
  );
}
