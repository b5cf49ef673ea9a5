'use client';
import type { GateKind } from '@domain/run/gate-facts';
import {
  CircleHelp,
  FileCheck,
  type LucideIcon,
  PlayCircle,
  ShieldQuestion,
  WalletCards,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { When } from '../format/when';
import { Badge } from '../ui/badge';
import { Markdown } from '../ui/markdown';
import { AnswerForm } from './answer-form';
import type { AskedGate, Decide } from './asked-gate';
import { ResolveForm } from './resolve-form';

const ICON: Record<GateKind, LucideIcon> = {
  before: PlayCircle,
  after: FileCheck,
  question: CircleHelp,
  effect: ShieldQuestion,
  budget: WalletCards,
};

type Props = Decide & {
  gate: AskedGate;
  /** Where it is asked: shown above the gate where many runs stand side by side. */
  origin?: ReactNode;
  /** The whole output, in the place of its beginning. */
  output?: ReactNode;
};

/** What one gate asks, of whom and until when, with the means to decide it. */
export function GateCard({ gate, origin, output, onResolve, onAnswer }: Props) {
  const t = useTranslations('approvals');
  const id = useId();
  const Icon = ICON[gate.kind];
  const asked = output ?? (gate.preview ? <Markdown text={gate.preview} /> : null);
  return (
    <article
      aria-labelledby={id}
      className="flex flex-col gap-3 p-4"
      data-testid="gate"
      data-gate={gate.gateId}
    >
      <header className="flex items-start gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="break-words font-medium text-sm">
            {t(`asks.${gate.kind}`, { step: gate.title ?? '' })}
          </h2>
          <p className="mt-0.5 text-muted-foreground text-xs">
            {t(gate.fourEyes ? 'whomFourEyes' : 'whom')}
            {gate.deadlineAt ? (
              <>
                {' · '}
                {t.rich('until', { time: () => <When at={gate.deadlineAt ?? ''} /> })}
              </>
            ) : null}
          </p>
          {origin}
        </div>
        {(gate.round ?? 1) > 1 ? <Badge tone="warn">{t('round', { round: gate.round ?? 1 })}</Badge> : null}
      </header>
      {gate.question ? (
        <blockquote className="whitespace-pre-wrap break-words rounded-lg border bg-surface px-4 py-3 text-sm">
          {gate.question}
        </blockquote>
      ) : null}
      {asked ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <div tabIndex={0} className="max-h-96 overflow-y-auto rounded-lg border bg-card p-4">
          {asked}
        </div>
      ) : null}
      <p className="text-[13px] text-muted-foreground">{t(`explain.${gate.kind}`)}</p>
      {gate.bar ? (
        <p className="rounded-lg border bg-surface px-4 py-2.5 text-[13px]">
          {t(gate.bar === 'four_eyes' ? 'barred' : 'mayNot')}
        </p>
      ) : gate.kind === 'question' ? (
        <AnswerForm onAnswer={onAnswer} />
      ) : (
        <ResolveForm kind={gate.kind} onResolve={onResolve} />
      )}
    </article>
  );
}
