'use client';
import type { RunState } from '@domain/run/state';
import { stepIn } from '@domain/run/state';
import { CircleCheck, Pencil, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { EditedOutput } from './edited-output';

type Props = {
  state: RunState;
  /** Steps that are taken over, in plan order. */
  kept: readonly string[];
  /** False: another version decides which of them it still has. */
  certain: boolean;
  edits: Readonly<Record<string, string>>;
  onEdits: (edits: Readonly<Record<string, string>>) => void;
  loadText: (artifactId: string) => Promise<string>;
};

/** The accepted outputs that a re-run starts from; each delivery can be put into other words. */
export function KeptOutputs({ state, kept, certain, edits, onEdits, loadText }: Props) {
  const t = useTranslations('run.rerun');
  return (
    <section aria-label={t('keptTitle')} className="flex flex-col gap-2">
      <h3 className="font-medium text-[13px]">{t('keptTitle')}</h3>
      <p className="text-[13px] text-muted-foreground">
        {kept.length === 0 ? t('keptNone') : certain ? t('keptText', { count: kept.length }) : t('keptOther')}
      </p>
      {kept.length > 0 ? (
        <ul className="divide-y rounded-lg border" data-testid="kept">
          {kept.map((stepId) => (
            <Kept
              key={stepId}
              state={state}
              stepId={stepId}
              text={edits[stepId]}
              loadText={loadText}
              onText={(text) => {
                const { [stepId]: _, ...others } = edits;
                onEdits(text === undefined ? others : { ...others, [stepId]: text });
              }}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type KeptProps = {
  state: RunState;
  stepId: string;
  /** A person's words; undefined: as it was delivered. */
  text: string | undefined;
  onText: (text: string | undefined) => void;
  loadText: (artifactId: string) => Promise<string>;
};

function Kept({ state, stepId, text, onText, loadText }: KeptProps) {
  const t = useTranslations('run.rerun');
  const [loading, setLoading] = useState(false);
  const planned = state.plan?.steps.find(({ id }) => id === stepId);
  const step = stepIn(state, stepId);
  const title = planned?.title ?? stepId;
  const edit = async () => {
    setLoading(true);
    try {
      onText(step?.artifactId ? await loadText(step.artifactId) : (step?.preview ?? ''));
    } finally {
      setLoading(false);
    }
  };
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        <span className="min-w-0 truncate font-medium text-[13px]">{title}</span>
        {text === undefined ? null : <Badge tone="warn">{t('edited')}</Badge>}
        <span className="ml-auto shrink-0">
          {planned?.reviewOf ? null : text === undefined ? (
            <Button size="sm" variant="ghost" pending={loading} onClick={edit}>
              <Pencil aria-hidden />
              {t('edit')}
              <span className="sr-only">{title}</span>
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => onText(undefined)}>
              <Undo2 aria-hidden />
              {t('undo')}
            </Button>
          )}
        </span>
      </div>
      {text === undefined ? (
        step?.preview && !planned?.reviewOf ? (
          <p className="line-clamp-2 pl-6 text-[13px] text-muted-foreground">{step.preview}</p>
        ) : null
      ) : (
        <EditedOutput
          label={t('editLabel', { step: title })}
          schema={planned?.contractSchema}
          text={text}
          onText={onText}
        />
      )}
    </li>
  );
}
