'use client';
import type { MemoryView } from '@domain/memory/memory';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { When } from '../format/when';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';

const TONE = { proposed: 'warn', confirmed: 'ok', superseded: 'outline' } as const;

type Props = {
  note: MemoryView;
  /** Who noted it, by name. */
  author: string;
  /** Title of the step that noted it. */
  step: string | null;
  /** Absent for who may not decide. They resolve when it is done or refused. */
  onConfirm?: () => Promise<void>;
  onWithdraw?: () => Promise<void>;
};

/** One remembered statement as plain text, with the means to vouch for it or to withdraw it. */
export function NoteCard({ note, author, step, onConfirm, onWithdraw }: Props) {
  const t = useTranslations('notes');
  const [pending, setPending] = useState<'confirm' | 'withdraw' | null>(null);
  const decide = async (which: 'confirm' | 'withdraw', work: () => Promise<void>) => {
    setPending(which);
    await work();
    setPending(null);
  };
  const withdrawn = note.state === 'superseded';
  return (
    <li className="flex flex-col gap-2 p-4" data-testid="note">
      <div className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
        <Badge tone={TONE[note.state]}>{t(`state.${note.state}`)}</Badge>
        <Badge tone="outline">{t(`category.${note.category}`)}</Badge>
        <span className="min-w-0 break-words">{step ? t('byIn', { author, step }) : author}</span>
        <When at={note.createdAt} />
      </div>
      {note.subject ? <h3 className="break-words font-medium text-sm">{note.subject}</h3> : null}
      <p
        className={cn(
          'max-w-3xl whitespace-pre-wrap break-words text-[13.5px] leading-relaxed',
          withdrawn && 'text-muted-foreground line-through',
        )}
      >
        {note.content}
      </p>
      {withdrawn || !onConfirm || !onWithdraw ? null : (
        <div className="flex flex-wrap gap-2">
          {note.state === 'proposed' ? (
            <Button
              size="sm"
              disabled={pending !== null}
              pending={pending === 'confirm'}
              onClick={() => decide('confirm', onConfirm)}
            >
              <Check aria-hidden />
              {t('confirm')}
            </Button>
          ) : null}
          <Button
            size="sm"
            variant="ghost"
            disabled={pending !== null}
            pending={pending === 'withdraw'}
            onClick={() => decide('withdraw', onWithdraw)}
          >
            <X aria-hidden />
            {t('withdraw')}
          </Button>
        </div>
      )}
    </li>
  );
}
