'use client';
import type { RunComparison } from '@domain/run/compare-view';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Duration } from '../format/duration';
import { Money } from '../format/money';
import { Issues } from '../run/issues';
import { agentName, type Names, personName } from '../run/names';
import { PassStatusPill } from '../run/status-pill';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';

type Slot = RunComparison['slots'][number];
type Props = {
  slot: Slot;
  names: Names;
  renderTexts: (a: string | null, b: string | null) => ReactNode;
};

export function ComparedSlot({ slot, names, renderTexts }: Props) {
  const t = useTranslations('run.compare');
  const [open, setOpen] = useState(false);
  const [a, b] = [slot.a?.artifactId ?? null, slot.b?.artifactId ?? null];
  const hasTexts = slot.reviewOf === null && (a !== null || b !== null);
  return (
    <li className="flex flex-col gap-3 p-4" aria-label={slot.title}>
      <h2 className="font-semibold text-[15px]">{slot.title}</h2>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        {(['a', 'b'] as const).map((which) => (
          <div key={which} className="min-w-0">
            <p className="mb-1 text-muted-foreground text-xs md:sr-only">
              {t(which === 'a' ? 'older' : 'newer')}
            </p>
            <Side side={slot[which]} review={slot.reviewOf !== null} names={names} />
          </div>
        ))}
      </div>
      {hasTexts ? (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
          {t(open ? 'hideText' : 'showText')}
          <span className="sr-only">{slot.title}</span>
        </Button>
      ) : null}
      {open ? renderTexts(a, b) : null}
    </li>
  );
}

function Side({ side, review, names }: { side: Slot['a']; review: boolean; names: Names }) {
  const t = useTranslations('run.compare');
  const run = useTranslations('run');
  if (!side) return <p className="text-[13px] text-muted-foreground">{t('absent')}</p>;
  const tokens = side.inputTokens + side.outputTokens;
  return (
    <div className="flex min-w-0 flex-col gap-2 text-[13px]">
      <p className="flex flex-wrap items-center gap-2">
        <PassStatusPill status={side.status} />
        <span className="truncate">{agentName(names, side.agentId)}</span>
        {review && side.status === 'completed' ? <span className="text-ok">{t('accepts')}</span> : null}
      </p>
      {side.reused ? (
        <p className="text-muted-foreground">
          {side.reused.editedBy
            ? run('rerun.editedNote', { person: personName(names, side.reused.editedBy) ?? '' })
            : run('rerun.reusedNote')}
        </p>
      ) : (
        <p className="flex flex-wrap gap-x-3 text-muted-foreground [&>*+*]:before:pr-3 [&>*+*]:before:content-['·']">
          <span>{t('rounds', { count: side.rounds })}</span>
          {review ? null : <span>{t('rejections', { count: side.rejections })}</span>}
          {tokens > 0 ? <Money micros={side.costMicros} /> : null}
          {side.durationMs === null ? null : <Duration ms={side.durationMs} />}
        </p>
      )}
      {side.issues.length > 0 ? <Issues title={run('wrong.lastRejection')} issues={side.issues} /> : null}
      {side.preview && !review ? (
        <p className="line-clamp-3 whitespace-pre-wrap break-words">{side.preview}</p>
      ) : null}
    </div>
  );
}
