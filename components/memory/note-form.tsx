'use client';
import { MAX_CONTENT } from '@domain/memory/memory';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';

/** Says something that the run's later steps are told. `onNote` answers why it was refused, or null. */
export function NoteForm({ onNote }: { onNote: (content: string) => Promise<string | null> }) {
  const t = useTranslations('notes');
  const [content, setContent] = useState('');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const send = async () => {
    setPending(true);
    const why = await onNote(content.trim());
    setPending(false);
    setRefused(why);
    if (why === null) setContent('');
  };
  return (
    <form
      className="flex flex-col gap-3 border-b p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() !== '' && !pending) void send();
      }}
    >
      <Field label={t('add')} hint={t('addHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={content}
            maxLength={MAX_CONTENT}
            onChange={(event) => setContent(event.target.value)}
          />
        )}
      </Field>
      <FormAlert text={refused} />
      <Button
        type="submit"
        size="sm"
        className="self-start"
        disabled={content.trim() === ''}
        pending={pending}
      >
        {t('note')}
      </Button>
    </form>
  );
}
