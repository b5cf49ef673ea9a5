'use client';
import { type RunState, TERMINAL } from '@domain/run/state';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';
import { ScrollRow } from '../ui/scroll-row';
import { HandoffArc } from './handoff-arc';
import { agentName, type Names } from './names';
import type { Pass } from './pass';
import { PlanNode } from './plan-node';

const NODE = { width: 196, height: 62 };
const GAP = 52;
/** Above and below the nodes, for the arcs: those to the right above, those back below. */
const ARC = 46;
/** Beyond this many slots the list beside it tells more. */
const MAX_NODES = 40;

type Props = {
  state: RunState;
  newest: ReadonlyMap<string, Pass>;
  names: Names;
  selected?: string;
  onSelect: (stepId: string) => void;
};

/** The slots of a handoff run and the ways between them: who acts, and where the turn came from. */
export function HandoffBoard({ state, newest, names, selected, onSelect }: Props) {
  const t = useTranslations('run');
  const { plan, handoff } = state;
  if (!plan?.handoff || !handoff) return null;
  const { steps } = plan;
  if (steps.length > MAX_NODES)
    return (
      <p className="px-4 py-3 text-[13px] text-muted-foreground">
        {t('graphTooLarge', { count: steps.length })}
      </p>
    );
  const x = (at: number) => at * (NODE.width + GAP);
  const size = { width: x(steps.length) - GAP, height: NODE.height + 2 * ARC };
  const positions = new Map(steps.map(({ id }, at) => [id, at]));
  const active = positions.get(handoff.active) ?? 0;
  const { last } = handoff;
  const pairs = plan.handoff.edges.flatMap(({ from, to }) => {
    const ends = { from: positions.get(from), to: positions.get(to) };
    return ends.from === undefined || ends.to === undefined ? [] : [{ from: ends.from, to: ends.to }];
  });
  const isLast = (from: number, to: number) => steps[from]?.id === last?.from && steps[to]?.id === last?.to;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 text-[13px] text-muted-foreground">
        <Badge tone="outline">
          {t('handOver.rounds', { used: handoff.rounds, max: plan.handoff.maxRounds })}
        </Badge>
        <span>
          {t(TERMINAL.has(state.status) ? 'handOver.acted' : 'handOver.acts')}:{' '}
          <span className="text-foreground">{steps[active]?.title}</span>
        </span>
        <span className="min-w-0 truncate">
          {last ? last.reason ? <q>{last.reason}</q> : null : t('handOver.none')}
        </span>
      </p>
      <ScrollRow label={t('graph')} center={16 + x(active) + NODE.width / 2} className="px-4 pb-3">
        <div className="relative mx-auto" style={size}>
          <svg aria-hidden className="absolute inset-0 overflow-visible" {...size}>
            {pairs.map(({ from, to }) => (
              <HandoffArc
                key={`${from}>${to}`}
                from={x(from) + NODE.width / 2}
                to={x(to) + NODE.width / 2}
                edge={to > from ? ARC : ARC + NODE.height}
                above={to > from}
                strong={isLast(from, to)}
              />
            ))}
          </svg>
          <ol>
            {steps.map((step, at) => (
              <li
                key={step.id}
                className="absolute"
                style={{ left: x(at), top: ARC, ...NODE }}
                aria-current={at === active ? 'step' : undefined}
              >
                <PlanNode
                  step={step}
                  pass={newest.get(step.id)}
                  agent={agentName(names, step.agentId)}
                  selected={selected === step.id}
                  onSelect={() => onSelect(step.id)}
                />
              </li>
            ))}
          </ol>
        </div>
      </ScrollRow>
    </>
  );
}
