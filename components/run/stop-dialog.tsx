'use client';
import { CircleStop } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';

/** What the server keeps of a reason. */
const MAX_REASON = 500;

type Props = { onStop: (reason: string) => Promise<boolean> };

/** Asks before a run is stopped: it cannot be taken back. `onStop` answers whether it was. */
export function StopDialog({ onStop }: Props) {
  const t = useTranslations('run.stop');
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const stop = async () => {
    setPending(true);
    const stopped = await onStop(reason.trim());
    setPending(false);
    if (stopped) setOpen(false);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !pending && setOpen(next)}>
      <DialogTrigger asChild>
        <Button variant="outline" className="text-bad">
          <CircleStop aria-hidden />
          {t('open')}
        </Button>
      </DialogTrigger>
      <DialogContent size="sm" title={t('title')} description={t('text')}>
        <DialogBody>
          <Field label={t('reason')}>
            {(control) => (
              <Textarea
                {...control}
                value={reason}
                maxLength={MAX_REASON}
                onChange={(event) => setReason(event.target.value)}
                placeholder={t('placeholder')}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button disabled={pending}>{t('keep')}</Button>
          </DialogClose>
          <Button variant="destructive" pending={pending} onClick={stop}>
            {t('confirm')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
