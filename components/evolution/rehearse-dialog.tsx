'use client';
import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { microsOf } from '../form/amount';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

type Props = {
  version: number;
  onClose: () => void;
  /** Null: the trials have started. Else what to tell the person. */
  onRehearse: (budgetMicros: number) => Promise<string | null>;
};

export function RehearseDialog({ version, onClose, onRehearse }: Props) {
  const t = useTranslations('evolution.rehearsal');
  const rerun = useTranslations('run.rerun');
  const actions = useTranslations('actions');
  const [budget, setBudget] = useState('1');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const budgetMicros = microsOf(budget);
  const rehearse = async () => {
    if (!budgetMicros || pending) return;
    setPending(true);
    const answer = await onRehearse(budgetMicros);
    setPending(false);
    setRefused(answer);
    if (answer === null) onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent size="sm" title={t('title', { version })} description={t('text')}>
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void rehearse();
          }}
        >
          <DialogBody>
            <FormAlert text={refused} />
            <Field label={t('budget')} error={budgetMicros ? null : rerun('budgetInvalid')}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={budget}
                  onChange={(event) => setBudget(event.target.value)}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={pending}>{actions('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={pending}>
              <FlaskConical aria-hidden />
              {t('confirm')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
