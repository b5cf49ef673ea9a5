'use client';
import { WORDS_MAX } from '@domain/approval/approval';
import type { GateKind } from '@domain/run/gate-facts';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';
import type { Decide } from './asked-gate';

const LABELS = {
  before: { yes: 'approve', no: 'deny' },
  after: { yes: 'approve', no: 'deny' },
  effect: { yes: 'happened', no: 'notHappened' },
  budget: { yes: 'allowMore', no: 'endRun' },
} as const;

type Props = Pick<Decide, 'onResolve'> & { kind: Exclude<GateKind, 'question'> };

/** Approve, or deny with words. */
export function ResolveForm({ kind, onResolve }: Props) {
  const t = useTranslations('approvals');
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [pending, setPending] = useState<'approved' | 'denied' | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { yes, no } = LABELS[kind];
  const decide = async (decision: 'approved' | 'denied') => {
    const text = words.trim();
    const lacks = decision === 'denied' && text === '';
    setMissing(lacks);
    if (lacks) {
      area.current?.focus();
      return;
    }
    setPending(decision);
    setRefused(await onResolve(decision, text));
    setPending(null);
  };
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('words')} hint={t('wordsHint')} error={missing ? t('wordsRequired') : null}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            rows={2}
            value={words}
            maxLength={WORDS_MAX}
            onChange={(event) => {
              setWords(event.target.value);
              setMissing(false);
            }}
          />
        )}
      </Field>
      <FormAlert text={refused} />
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:h-10 max-sm:[&>*]:flex-1">
        <Button
          variant="primary"
          pending={pending === 'approved'}
          disabled={pending !== null}
          onClick={() => decide('approved')}
        >
          <Check aria-hidden />
          {t(yes)}
        </Button>
        <Button
          className="text-bad"
          pending={pending === 'denied'}
          disabled={pending !== null}
          onClick={() => decide('denied')}
        >
          <X aria-hidden />
          {t(no)}
        </Button>
      </div>
    </div>
  );
}
