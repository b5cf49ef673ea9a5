'use client';
import { ANSWER_MAX } from '@domain/approval/approval';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';
import { Kbd } from '../ui/kbd';
import type { Decide } from './asked-gate';

/** A person's answer to a step's question. */
export function AnswerForm({ onAnswer }: Pick<Decide, 'onAnswer'>) {
  const t = useTranslations('approvals');
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    if (pending) return;
    const text = words.trim();
    setMissing(text === '');
    if (text === '') {
      area.current?.focus();
      return;
    }
    setPending(true);
    setRefused(await onAnswer(text));
    setPending(false);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={t('answer')} error={missing ? t('answerRequired') : null}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            rows={3}
            value={words}
            maxLength={ANSWER_MAX}
            onChange={(event) => {
              setWords(event.target.value);
              setMissing(false);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
            }}
          />
        )}
      </Field>
      <FormAlert text={refused} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={pending} className="max-sm:h-10 max-sm:flex-1">
          {t('send')}
        </Button>
        <span className="text-muted-foreground text-xs max-sm:hidden">
          {t.rich('sendHint', { key: () => <Kbd>Ctrl ↵</Kbd> })}
        </span>
      </div>
    </form>
  );
}
