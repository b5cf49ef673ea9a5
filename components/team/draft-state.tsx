'use client';
import { useTranslations } from 'next-intl';
import { cn } from '../ui/class-names';

type Props = { saving: 'idle' | 'saving' | 'saved' | 'failed'; restored: boolean };

/** Whether what is typed is already kept. */
export function DraftState({ saving, restored }: Props) {
  const t = useTranslations('teamForm');
  const text = {
    idle: restored ? t('draftRestored') : '',
    saving: t('draftSaving'),
    saved: t('draftSaved'),
    failed: t('draftFailed'),
  }[saving];
  return (
    <p
      role="status"
      className={cn('mr-auto text-xs', saving === 'failed' ? 'text-bad' : 'text-muted-foreground')}
    >
      {text}
    </p>
  );
}
