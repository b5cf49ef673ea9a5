'use client';
import { useTranslations } from 'next-intl';
import { Duration } from '../format/duration';
import { Badge } from '../ui/badge';
import { cn } from '../ui/class-names';
import { Cost } from './cost';
import { agentName, type Names } from './names';
import type { Pass } from './pass';
import { PASS_LOOK, TONE_BAR } from './status';
import { PassStatusIcon } from './status-pill';
import { Tokens } from './tokens';

type Props = {
  pass: Pass;
  title: string;
  /** Levels below the step that leads. */
  depth: number;
  agentId: string;
  names: Names;
  /** Milliseconds: the first fact, the length of the axis, and the time up to which a running bar reaches. */
  axis: { begin: number; span: number; now: number };
  selected: boolean;
  onSelect: () => void;
};

export function TimelineRow({ pass, title, depth, agentId, names, axis, selected, onSelect }: Props) {
  const t = useTranslations('run');
  const from = pass.startedAt ? Date.parse(pass.startedAt) : null;
  const to = pass.endedAt ? Date.parse(pass.endedAt) : axis.now;
  const tokens = pass.inputTokens + pass.outputTokens;
  return (
    <li>
      <button
        type="button"
        onClick={onSelect}
        aria-pressed={selected}
        style={depth > 0 ? { paddingLeft: `${1 + depth * 1.25}rem` } : undefined}
        className={cn(
          'relative flex w-full flex-col gap-1.5 px-4 py-2 text-left transition-colors hover:bg-accent/60 focus-visible:outline-offset-[-2px]',
          selected &&
            'bg-accent/70 before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-brand',
        )}
      >
        <span className="flex w-full items-center gap-2">
          <PassStatusIcon status={pass.status} />
          <span className="truncate font-medium text-[13px]">{title}</span>
          {pass.round > 1 ? <Tag>{t('round', { round: pass.round })}</Tag> : null}
          {pass.reused ? <Tag>{t(pass.reused.editedBy ? 'rerun.edition' : 'rerun.reused')}</Tag> : null}
          {pass.attempt > 1 ? <Tag>{t('attempt', { attempt: pass.attempt })}</Tag> : null}
          {pass.verdict ? (
            <Badge tone={pass.verdict.accept ? 'ok' : 'warn'}>
              {t(pass.verdict.accept ? 'didAccept' : 'didReject')}
            </Badge>
          ) : null}
          <span className="ml-auto shrink-0 text-muted-foreground text-xs">
            {from !== null ? <Duration ms={Math.max(0, to - from)} live={!pass.endedAt} /> : null}
          </span>
        </span>
        <span className="flex w-full items-center gap-2 pl-6 text-muted-foreground text-xs">
          <span className="truncate">{agentId ? agentName(names, agentId) : null}</span>
          {tokens > 0 || pass.unknownMicros > 0 ? (
            <span className="ml-auto shrink-0">
              {tokens === 0 ? (
                <Cost micros={pass.costMicros} unknownMicros={pass.unknownMicros} />
              ) : (
                t.rich('tokensAndCost', {
                  tokens: () => <Tokens value={tokens} partial={pass.unknownMicros > 0} />,
                  cost: () => <Cost micros={pass.costMicros} unknownMicros={pass.unknownMicros} />,
                })
              )}
            </span>
          ) : null}
        </span>
        <span aria-hidden className="relative ml-6 block h-1 overflow-hidden rounded-full bg-muted">
          {from !== null ? (
            <span
              className={cn(
                'absolute inset-y-0 min-w-1 rounded-full',
                TONE_BAR[PASS_LOOK[pass.status].tone],
                pass.status === 'running' && 'animate-sheen',
              )}
              style={{
                left: `${Math.min(99, ((from - axis.begin) / axis.span) * 100)}%`,
                width: `${Math.max(0.5, ((to - from) / axis.span) * 100)}%`,
              }}
            />
          ) : null}
        </span>
      </button>
    </li>
  );
}

const Tag = ({ children }: { children: React.ReactNode }) => (
  <span className="shrink-0 rounded-sm border px-1 text-[11px] text-muted-foreground leading-4">
    {children}
  </span>
);
