'use client';
import type { Fact, FactType } from '@domain/run/fact';
import { ClockTime } from '../format/when';
import { cn } from '../ui/class-names';

const TONE: Partial<Record<FactType, string>> = {
  'plan.task.completed': 'bg-ok',
  'team.completed': 'bg-ok',
  'run.completed': 'bg-ok',
  'plan.task.rejected': 'bg-warn',
  'plan.task.retried': 'bg-warn',
  'budget.warned': 'bg-warn',
  'delegation.completed': 'bg-ok',
  'delegation.failed': 'bg-warn',
  'plan.task.failed': 'bg-bad',
  'team.failed': 'bg-bad',
  'run.failed': 'bg-bad',
  'budget.exceeded': 'bg-bad',
  'plan.task.started': 'bg-run',
  'run.started': 'bg-run',
};

/** A fact as a sentence; opened, as it stands in the journal. */
export function LogLine({ fact, text }: { fact: Fact; text: string }) {
  return (
    <li data-seq={fact.seq}>
      <details className="group">
        <summary className="flex min-h-8 cursor-pointer list-none items-baseline gap-3 px-4 py-1.5 text-[13px] hover:bg-accent/50 focus-visible:outline-offset-[-2px] max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0">
          <span className="w-8 shrink-0 text-right text-muted-foreground text-xs tabular-nums">
            {fact.seq}
          </span>
          <span className="shrink-0 text-muted-foreground text-xs">
            <ClockTime at={fact.at} />
          </span>
          <span
            aria-hidden
            className={cn('size-1.5 shrink-0 self-center rounded-full', TONE[fact.type] ?? 'bg-border')}
          />
          <span className="min-w-0 flex-1 break-words max-sm:order-last max-sm:basis-full max-sm:pl-11">
            {text}
          </span>
          <code className="shrink-0 font-mono text-[11px] text-muted-foreground">{fact.type}</code>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className="overflow-x-auto border-t bg-surface px-4 py-3 font-mono text-xs">
          {JSON.stringify(fact, null, 2)}
        </pre>
      </details>
    </li>
  );
}
