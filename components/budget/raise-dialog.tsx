'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { microsOf, typedDollars } from '../form/amount';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

type Props = {
  capMicros: number;
  onClose: () => void;
  /** Null when it was raised, else what to tell the person. */
  onRaise: (capMicros: number) => Promise<string | null>;
};

/** Allows a run more than it was started with. */
export function RaiseDialog({ capMicros, onClose, onRaise }: Props) {
  const t = useTranslations('budgets');
  const actions = useTranslations('actions');
  const [typed, setTyped] = useState(typedDollars(capMicros * 2));
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const micros = microsOf(typed);
  const problem = micros === null || micros <= capMicros ? t('notHigher') : null;
  const raise = async () => {
    if (micros === null || problem || pending) return;
    setPending(true);
    const answer = await onRaise(micros);
    setPending(false);
    if (answer === null) onClose();
    else setRefused(answer);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent size="sm" title={t('raiseTitle')} description={t('raiseText')}>
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void raise();
          }}
        >
          <DialogBody>
            <FormAlert text={refused} />
            <Field label={t('runBudget')} error={problem}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={pending}>{actions('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={pending} disabled={problem !== null}>
              {t('raise')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
