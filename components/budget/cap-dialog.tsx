'use client';
import { type AtLimit, CAP_LEVELS, type CapLevel, type CapPeriod, type CapView } from '@domain/budget/cap';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { microsOf, typedDollars } from '../form/amount';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';

export type CapFields = {
  level: CapLevel;
  subjectId: string | null;
  period: CapPeriod;
  limitMicros: number;
  atLimit: AtLimit;
};

type Named = { id: string; name: string };

type Props = {
  /** The limit that is changed; null: a new one. Its subject and period stay. */
  cap: CapView | null;
  subjects: Record<Exclude<CapLevel, 'organization'>, readonly Named[]>;
  onClose: () => void;
  /** Null when it was set, else what to tell the person. */
  onSet: (fields: CapFields) => Promise<string | null>;
};

/** Sets what an organization, a unit, a project, a team or an agent may spend in a day or a month. */
export function CapDialog({ cap, subjects, onClose, onSet }: Props) {
  const t = useTranslations('budgets');
  const actions = useTranslations('actions');
  const [level, setLevel] = useState<CapLevel>(cap?.level ?? 'organization');
  const [subjectId, setSubjectId] = useState<string | null>(cap?.subject?.id ?? null);
  const [period, setPeriod] = useState<CapPeriod>(cap?.period ?? 'month');
  const [atLimit, setAtLimit] = useState<AtLimit>(cap?.atLimit ?? 'end');
  const [typed, setTyped] = useState(cap ? typedDollars(cap.limitMicros) : '');
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const limitMicros = microsOf(typed);
  const noSubject = level !== 'organization' && subjectId === null;
  const submit = async () => {
    setTried(true);
    if (limitMicros === null || noSubject || pending) return;
    setPending(true);
    const answer = await onSet({ level, subjectId, period, limitMicros, atLimit });
    setPending(false);
    if (answer === null) onClose();
    else setRefused(answer);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent size="sm" title={t(cap ? 'change' : 'new')} description={t('dialogText')}>
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <DialogBody>
            <FormAlert text={refused} />
            {cap ? null : (
              <>
                <Field label={t('for')}>
                  {(control) => (
                    <Select
                      {...control}
                      value={level}
                      onValueChange={(next) => {
                        setLevel(next as CapLevel);
                        setSubjectId(null);
                      }}
                      options={CAP_LEVELS.map((one) => ({ value: one, label: t(`level.${one}`) }))}
                    />
                  )}
                </Field>
                {level === 'organization' ? null : (
                  <Field label={t(`level.${level}`)} error={tried && noSubject ? t('subjectRequired') : null}>
                    {(control) => (
                      <Select
                        {...control}
                        value={subjectId ?? undefined}
                        onValueChange={setSubjectId}
                        placeholder={t('choose')}
                        options={subjects[level].map(({ id, name }) => ({ value: id, label: name }))}
                      />
                    )}
                  </Field>
                )}
                <Field label={t('period')}>
                  {(control) => (
                    <Select
                      {...control}
                      value={period}
                      onValueChange={(next) => setPeriod(next as CapPeriod)}
                      options={(['month', 'day'] as const).map((one) => ({ value: one, label: t(one) }))}
                    />
                  )}
                </Field>
              </>
            )}
            <Field label={t('limit')} error={tried && limitMicros === null ? t('limitInvalid') : null}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={typed}
                  placeholder="50"
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('whenReached')}>
              {(control) => (
                <Select
                  {...control}
                  value={atLimit}
                  onValueChange={(next) => setAtLimit(next as AtLimit)}
                  options={(['end', 'ask'] as const).map((one) => ({
                    value: one,
                    label: t(`atLimit.${one}`),
                  }))}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={pending}>{actions('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={pending}>
              {actions('save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
