'use client';
import { CAPABILITIES, type Capability } from '@domain/agent/capabilities';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { WordsInput } from '../form/words-input';
import { Field } from '../ui/field';
import { Select } from '../ui/select';
import { type AgentOption, AgentSelect } from './agent-select';
import type { SlotDraft } from './draft';

const NOBODY = 'nobody';

type Props = {
  slot: SlotDraft;
  agents: readonly AgentOption[];
  hint?: string | undefined;
  error: (...path: string[]) => string | null;
  onChange: (patch: Partial<SlotDraft>) => void;
  onCreateAgent?: (() => void) | undefined;
};

/** Who fills a slot: a certain agent, or at each start whoever meets what it requires. */
export function SlotBinding({ slot, agents, hint, error, onChange, onCreateAgent }: Props) {
  const t = useTranslations('teamForm');
  const name = useId();
  const way = (byRole: boolean, label: string) => (
    <label className="flex min-h-7 flex-1 cursor-pointer items-center justify-center rounded-md px-2 text-[13px] text-muted-foreground has-checked:bg-card has-checked:font-medium has-checked:text-foreground has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <input
        type="radio"
        name={name}
        className="sr-only"
        checked={slot.byRole === byRole}
        onChange={() => onChange(byRole ? { byRole, agentId: '' } : { byRole })}
      />
      {label}
    </label>
  );
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="mb-1.5 font-medium text-[13px]">{t('filledBy')}</legend>
        <div className="flex rounded-lg border bg-surface p-0.5">
          {way(false, t('certainAgent'))}
          {way(true, t('whoeverFits'))}
        </div>
      </fieldset>
      {slot.byRole ? (
        <ByRole slot={slot} agents={agents} error={error} onChange={onChange} />
      ) : (
        <Field label={t('agent')} hint={hint} error={error('binding')}>
          {(control) => (
            <AgentSelect
              {...control}
              agents={agents}
              value={slot.agentId}
              onChange={(agentId) => onChange({ agentId })}
              onCreate={onCreateAgent}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function ByRole({ slot, agents, error, onChange }: Pick<Props, 'slot' | 'agents' | 'error' | 'onChange'>) {
  const t = useTranslations('teamForm');
  const agent = useTranslations('agent');
  const toggle = (name: Capability, wanted: boolean) =>
    onChange({
      capabilities: CAPABILITIES.filter((each) =>
        each === name ? wanted : slot.capabilities.includes(each),
      ),
    });
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-medium text-[13px]">{t('mustBeAble')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {CAPABILITIES.map((each) => (
            <label
              key={each}
              className="flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-[13px] hover:bg-accent has-checked:border-brand has-checked:bg-brand-soft"
            >
              <input
                type="checkbox"
                className="accent-brand"
                checked={slot.capabilities.includes(each)}
                onChange={(event) => toggle(each, event.target.checked)}
              />
              {agent(`capability.${each}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t('mustKnow')} hint={t('mustKnowHint')} error={error('requirements', 'skills')}>
        {(control) => (
          <WordsInput {...control} value={slot.skills} onChange={(skills) => onChange({ skills })} />
        )}
      </Field>
      <Field label={t('preferred')} hint={t('preferredHint')} error={error('binding')}>
        {(control) => (
          <Select
            {...control}
            value={agents.some(({ id }) => id === slot.agentId) ? slot.agentId : NOBODY}
            onValueChange={(id) => onChange({ agentId: id === NOBODY ? '' : id })}
            options={[
              { value: NOBODY, label: t('nobodyPreferred') },
              ...agents.map(({ id, name, role }) => ({ value: id, label: name, note: role })),
            ]}
          />
        )}
      </Field>
    </>
  );
}
