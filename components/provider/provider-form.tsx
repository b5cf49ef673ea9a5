'use client';
import type { Issue } from '@domain/errors';
import { PROVIDER_KINDS, type ProviderKind } from '@domain/provider/provider';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { microsOf } from '../form/amount';
import { FormAlert } from '../form/form-alert';
import { issueAt, useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { DialogBody, DialogClose, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';
import { ModelRows } from './model-rows';
import { hasAddress, type ProviderDraft } from './provider-draft';

type OfferedModelInput = {
  name: string;
  price: { inputPerMillion: number; outputPerMillion: number };
};
export type ProviderInput = {
  kind: ProviderKind;
  name: string;
  baseUrl: string | null;
  apiKey: string | undefined;
  models: OfferedModelInput[];
};
export type ProviderRefused = { text: string; issues: readonly Issue[] } | null;

type Props = {
  initial: ProviderDraft;
  /** An existing connection keeps its kind, and its key unless a new one is typed. */
  existing?: { hasKey: boolean };
  onSubmit: (input: ProviderInput) => Promise<ProviderRefused>;
};

const KINDS = PROVIDER_KINDS.filter((kind) => kind !== 'demo');

export function ProviderForm({ initial, existing, onSubmit }: Props) {
  const t = useTranslations('provider');
  const actions = useTranslations('actions');
  const issueText = useIssueText();
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<ProviderRefused>(null);
  const set = (patch: Partial<ProviderDraft>) => setDraft({ ...draft, ...patch });
  const error = (...path: (string | number)[]) => {
    const found = issueAt(refused?.issues ?? [], ...path);
    return found ? issueText(found) : null;
  };
  const required = (value: string) => (tried && value.trim() === '' ? issueText({ code: 'required' }) : null);
  const submit = async () => {
    setTried(true);
    const models = draft.models.flatMap(({ name, input, output }) => {
      const [inputPerMillion, outputPerMillion] = [microsOf(input), microsOf(output)];
      const complete = name.trim() !== '' && inputPerMillion !== null && outputPerMillion !== null;
      return complete ? [{ name: name.trim(), price: { inputPerMillion, outputPerMillion } }] : [];
    });
    const address = draft.baseUrl.trim();
    if (draft.name.trim() === '' || models.length !== draft.models.length) return;
    if (draft.kind === 'openai_compatible' && address === '') return;
    setPending(true);
    setRefused(
      await onSubmit({
        kind: draft.kind,
        name: draft.name.trim(),
        baseUrl: hasAddress(draft.kind) && address ? address : null,
        apiKey: draft.apiKey.trim() || undefined,
        models,
      }),
    );
    setPending(false);
  };
  return (
    <form
      className="contents"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DialogBody>
        <FormAlert text={refused?.text ?? null} />
        <div className="grid gap-4 sm:grid-cols-2">
          {existing ? null : (
            <Field label={t('kind')} error={error('kind')}>
              {(control) => (
                <Select
                  {...control}
                  value={draft.kind}
                  onValueChange={(kind) => set({ kind: KINDS.find((one) => one === kind) ?? draft.kind })}
                  options={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
                />
              )}
            </Field>
          )}
          <Field label={t('name')} error={required(draft.name) ?? error('name')}>
            {(control) => (
              <Input
                {...control}
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          {hasAddress(draft.kind) ? (
            <Field
              label={t('baseUrl')}
              optional={draft.kind === 'openai_compatible' ? undefined : actions('optional')}
              error={
                (draft.kind === 'openai_compatible' ? required(draft.baseUrl) : null) ?? error('baseUrl')
              }
              className="sm:col-span-2"
            >
              {(control) => (
                <Input
                  {...control}
                  type="url"
                  placeholder="https://…/v1"
                  value={draft.baseUrl}
                  onChange={(event) => set({ baseUrl: event.target.value })}
                />
              )}
            </Field>
          ) : null}
          {draft.kind === 'demo' ? null : (
            <Field
              label={t('apiKey')}
              optional={draft.kind === 'openai_compatible' ? actions('optional') : undefined}
              hint={existing?.hasKey ? t('keyKept') : t('keyHint')}
              error={error('apiKey')}
              className="sm:col-span-2"
            >
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="off"
                  value={draft.apiKey}
                  onChange={(event) => set({ apiKey: event.target.value })}
                />
              )}
            </Field>
          )}
        </div>
        <ModelRows
          models={draft.models}
          tried={tried}
          error={error('models')}
          onChange={(models) => set({ models })}
        />
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button disabled={pending}>{actions('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={pending}>
          {t('save')}
        </Button>
      </DialogFooter>
    </form>
  );
}
