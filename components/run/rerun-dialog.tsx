'use client';
import { reusedSteps } from '@domain/run/rerun';
import type { RunState } from '@domain/run/state';
import { Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { microsOf, typedDollars } from '../form/amount';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';
import { KeptOutputs } from './kept-outputs';

export type RerunInput = {
  from?: string;
  edits: { slotId: string; text: string }[];
  version?: number;
  budgetMicros: number;
  idempotencyKey: string;
};

type Props = {
  state: RunState;
  /** The slot that was asked for; none: all of it. */
  from: string | undefined;
  /** Applied versions, the one in force first. */
  versions: readonly number[];
  loadText: (artifactId: string) => Promise<string>;
  onClose: () => void;
  /** Null: started, and the page is on its way to the run. Else what to tell the person. */
  onRerun: (input: RerunInput) => Promise<string | null>;
};

const WHOLE = 'whole ';

/** Runs an ended run again. One key per opening: pressing twice, or again after a lost answer, is one run. */
export function RerunDialog({ state, from: asked, versions, loadText, onClose, onRerun }: Props) {
  const t = useTranslations('run.rerun');
  const actions = useTranslations('actions');
  const [key] = useState(() => crypto.randomUUID());
  const [from, setFrom] = useState(asked);
  const [version, setVersion] = useState(state.teamVersion ?? versions[0] ?? 1);
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [budget, setBudget] = useState(typedDollars(state.grantMicros ?? state.capMicros));
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const budgetMicros = microsOf(budget);
  const own = version === state.teamVersion;
  const kept = useMemo(() => keptIn(state, from), [state, from]);
  const used = Object.entries(edits).filter(([slotId]) => kept.includes(slotId));
  const begins = (state.plan?.steps ?? []).filter(({ parent }) => parent === undefined);
  const rerun = async () => {
    if (pending || !budgetMicros) return;
    setPending(true);
    setRefused(null);
    const answer = await onRerun({
      ...(from !== undefined && { from }),
      ...(!own && { version }),
      edits: used.map(([slotId, text]) => ({ slotId, text })),
      budgetMicros,
      idempotencyKey: key,
    });
    setRefused(answer);
    if (answer !== null) setPending(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent size="lg" title={t('title')} description={t('text')}>
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void rerun();
          }}
        >
          <DialogBody>
            <FormAlert text={refused} />
            <Field label={t('from')} hint={state.handoff ? t('handoff') : undefined}>
              {(control) => (
                <Select
                  {...control}
                  value={from ?? WHOLE}
                  disabled={Boolean(state.handoff)}
                  onValueChange={(next) => setFrom(next === WHOLE ? undefined : next)}
                  options={[
                    { value: WHOLE, label: t('whole') },
                    ...begins.map(({ id, title }) => ({ value: id, label: title })),
                  ]}
                />
              )}
            </Field>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('version')}>
                {(control) => (
                  <Select
                    {...control}
                    value={String(version)}
                    onValueChange={(next) => setVersion(Number(next))}
                    options={versionsOf(state, versions).map((one) => ({
                      value: String(one),
                      label: t(
                        one === state.teamVersion ? 'own' : one === versions[0] ? 'current' : 'other',
                        { version: one },
                      ),
                    }))}
                  />
                )}
              </Field>
              <Field
                label={t('budget')}
                hint={t('budgetHint')}
                error={budgetMicros ? null : t('budgetInvalid')}
              >
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    value={budget}
                    onChange={(event) => setBudget(event.target.value)}
                  />
                )}
              </Field>
            </div>
            <KeptOutputs
              state={state}
              kept={kept}
              certain={own}
              edits={edits}
              onEdits={setEdits}
              loadText={loadText}
            />
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={pending}>{actions('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={pending}>
              <Repeat2 aria-hidden />
              {t('start')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What is taken over by the run's own plan; nothing without a slot. */
function keptIn(state: RunState, from: string | undefined): string[] {
  if (!state.plan || from === undefined) return [];
  const answer = reusedSteps(state, state.plan, { from, edits: new Set() });
  return 'reused' in answer ? answer.reused : [];
}

/** The run's own first, then those that are applied. */
const versionsOf = ({ teamVersion }: RunState, applied: readonly number[]): number[] => [
  ...new Set([...(teamVersion === undefined ? [] : [teamVersion]), ...applied]),
];
