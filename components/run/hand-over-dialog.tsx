'use client';
import { waitsOnIntent } from '@domain/run/handoff';
import { type RunState, stepIn } from '@domain/run/state';
import { ArrowRightLeft } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';
import { Select } from '../ui/select';

/** What the server keeps of the words. */
const MAX_WORDS = 2_000;
const DONE = '!done';

type Props = {
  state: RunState;
  /** `to` is absent when the work is done; answers whether it happened. */
  onHandOver: (to: string | undefined, reason: string) => Promise<boolean>;
};

/** Lets a person give the turn of a handoff run to a slot, or say that the work is done once the actor waits for a word. */
export function HandOverDialog({ state, onHandOver }: Props) {
  const t = useTranslations('run.handOver');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const { plan, handoff } = state;
  if (!plan?.handoff || !handoff) return null;
  const { edges, maxRounds } = plan.handoff;
  const actor = plan.steps.find(({ id }) => id === handoff.active);
  const others = plan.steps.filter(({ id }) => id !== handoff.active);
  const hasWay = (id: string) => edges.some(({ from, to }) => from === handoff.active && to === id);
  const waits = waitsOnIntent(stepIn(state, handoff.active));
  const options = [
    ...(waits ? [{ value: DONE, label: t('done') }] : []),
    ...others.map(({ id, title }) => ({
      value: id,
      label: title,
      note: hasWay(id) ? undefined : t('noWay'),
    })),
  ];
  const value = options.some((option) => option.value === chosen) ? chosen : (options[0]?.value ?? '');
  const send = async () => {
    setPending(true);
    const happened = await onHandOver(value === DONE ? undefined : value, reason.trim());
    setPending(false);
    if (!happened) return;
    setOpen(false);
    setReason('');
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !pending && setOpen(next)}>
      <DialogTrigger asChild>
        <Button variant={waits ? 'primary' : 'outline'}>
          <ArrowRightLeft aria-hidden />
          {t('open')}
        </Button>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title={t('title')}
        description={t(waits ? 'textWaits' : 'text', { actor: actor?.title ?? handoff.active })}
      >
        <DialogBody>
          <Field label={t('to')} hint={t('rounds', { used: handoff.rounds, max: maxRounds })}>
            {(control) => <Select {...control} value={value} onValueChange={setChosen} options={options} />}
          </Field>
          <Field label={t('reason')} className="mt-4">
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                value={reason}
                maxLength={MAX_WORDS}
                placeholder={t('placeholder')}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button disabled={pending}>{t('keep')}</Button>
          </DialogClose>
          <Button variant="primary" pending={pending} disabled={value === ''} onClick={send}>
            {t(value === DONE ? 'confirmDone' : 'confirm')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
