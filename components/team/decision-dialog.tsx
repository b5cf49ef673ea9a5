'use client';
import { NOTE_MAX } from '@domain/team/version-form';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';
import type { VersionAction } from './version-list';

type Props = {
  action: VersionAction;
  version: number;
  pending: boolean;
  onClose: () => void;
  onConfirm: (note: string) => void;
};

/** A decision about a version is told with its reason; rejecting asks for one. */
export function DecisionDialog({ action, version, pending, onClose, onConfirm }: Props) {
  const t = useTranslations('versions');
  const actions = useTranslations('actions');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = () => {
    if (action === 'reject' && note.trim() === '') setMissing(true);
    else onConfirm(note.trim());
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent size="sm" title={t(`${action}Title`, { version })} description={t(`${action}Text`)}>
        <DialogBody>
          <Field
            label={action === 'reject' ? t('reason') : t('note')}
            error={missing && note.trim() === '' ? t('reasonRequired') : null}
          >
            {(control) => (
              <Textarea
                {...control}
                maxLength={NOTE_MAX}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button disabled={pending}>{actions('cancel')}</Button>
          </DialogClose>
          <Button
            variant={action === 'reject' ? 'destructive' : 'primary'}
            pending={pending}
            onClick={confirm}
          >
            {t(action)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
