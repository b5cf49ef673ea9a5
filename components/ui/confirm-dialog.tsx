'use client';
import { useTranslations } from 'next-intl';
import { Button } from './button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from './dialog';

type Props = {
  title: string;
  text: string;
  confirm: string;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, text, confirm, pending, onClose, onConfirm }: Props) {
  const t = useTranslations('actions');
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent size="sm" title={title} description={text}>
        <DialogFooter>
          <DialogClose asChild>
            <Button disabled={pending}>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="destructive" pending={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
