'use client';
import type { Plan } from '@domain/run/plan';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { cn } from '../ui/class-names';
import { ScrollRow } from '../ui/scroll-row';
import { agentName, type Names } from './names';
import type { Pass } from './pass';
import { hangsOn, layoutPlan, needs, type Placed } from './plan-layout';
import { PlanNode } from './plan-node';

const NODE = { width: 196, height: 62 };
const GAP = { x: 52, y: 18 };
/** Left of the first node, as the row's own class says. */
const PADDING = 16;
/** Room above the nodes for the arcs of rework. */
const ARC = 34;
/** Beyond this many steps a picture tells less than the list beside it. */
const MAX_NODES = 40;

type Props = {
  plan: Plan;
  /** The newest round of each step. */
  newest: ReadonlyMap<string, Pass>;
  names: Names;
  selected?: string;
  onSelect: (stepId: string) => void;
};

/** The steps, what each waits for and whom each gave work to; a reviewer's arc leads back to what it reviews. */
export function PlanGraph({ plan, newest, names, selected, onSelect }: Props) {
  const t = useTranslations('run');
  const layout = useMemo(() => layoutPlan(plan), [plan]);
  if (plan.steps.length > MAX_NODES) {
    return (
      <p className="px-4 py-3 text-[13px] text-muted-foreground">
        {t('graphTooLarge', { count: plan.steps.length })}
      </p>
    );
  }
  const arc = plan.steps.some((step) => step.reviewOf) ? ARC : 0;
  const x = (at: Placed) => at.column * (NODE.width + GAP.x);
  const y = (at: Placed) => arc + at.row * (NODE.height + GAP.y);
  const size = {
    width: layout.columns * (NODE.width + GAP.x) - GAP.x,
    height: arc + layout.rows * (NODE.height + GAP.y) - GAP.y,
  };
  const byId = new Map(layout.placed.map((at) => [at.step.id, at]));
  const chosen = selected === undefined ? undefined : byId.get(selected);
  return (
    <ScrollRow
      label={t('graph')}
      center={chosen && PADDING + x(chosen) + NODE.width / 2}
      className="px-4 pt-1 pb-4"
    >
      <div className="relative mx-auto" style={size}>
        <svg aria-hidden className="absolute inset-0 overflow-visible" {...size}>
          {layout.placed.flatMap((to) =>
            needs(to.step).map((id) => {
              const from = byId.get(id);
              return from ? (
                <Edge
                  key={`${id}>${to.step.id}`}
                  from={{ x: x(from) + NODE.width, y: y(from) + NODE.height / 2 }}
                  to={{ x: x(to), y: y(to) + NODE.height / 2 }}
                  active={newest.get(to.step.id)?.status === 'running'}
                  done={newest.get(id)?.status === 'completed'}
                />
              ) : null;
            }),
          )}
          {layout.placed.map((to) => {
            const from = byId.get(hangsOn(to.step) ?? '');
            return from ? (
              <Edge
                key={`${from.step.id}/${to.step.id}`}
                from={{ x: x(from) + NODE.width, y: y(from) + NODE.height / 2 }}
                to={{ x: x(to), y: y(to) + NODE.height / 2 }}
                active={newest.get(to.step.id)?.status === 'running'}
                done={newest.get(to.step.id)?.status === 'completed'}
                delegated
              />
            ) : null;
          })}
          {layout.placed.map((at) => {
            const target = at.step.reviewOf ? byId.get(at.step.reviewOf) : undefined;
            const rounds = target ? (newest.get(target.step.id)?.round ?? 1) : 1;
            return target ? (
              <ReworkArc
                key={at.step.id}
                from={{ x: x(at) + NODE.width / 2, y: y(at) }}
                to={{ x: x(target) + NODE.width / 2, y: y(target) }}
                used={rounds > 1}
                label={
                  rounds > 1
                    ? t('reworkTimes', { count: rounds - 1 })
                    : t('reworkUpTo', { count: plan.maxRework })
                }
              />
            ) : null;
          })}
        </svg>
        <ol>
          {layout.placed.map((at) => (
            <li key={at.step.id} className="absolute" style={{ left: x(at), top: y(at), ...NODE }}>
              <PlanNode
                step={at.step}
                pass={newest.get(at.step.id)}
                agent={agentName(names, at.step.agentId)}
                selected={selected === at.step.id}
                onSelect={() => onSelect(at.step.id)}
              />
            </li>
          ))}
        </ol>
      </div>
    </ScrollRow>
  );
}

type Point = { x: number; y: number };

type EdgeProps = { from: Point; to: Point; active: boolean; done: boolean; delegated?: boolean };

/** Dotted from a step to one that it delegated. */
function Edge({ from, to, active, done, delegated }: EdgeProps) {
  const bend = Math.max(20, (to.x - from.x) / 2);
  return (
    <path
      d={`M${from.x},${from.y} C${from.x + bend},${from.y} ${to.x - bend},${to.y} ${to.x},${to.y}`}
      fill="none"
      strokeWidth={1.5}
      strokeDasharray={active ? '5 5' : delegated ? '2 4' : undefined}
      className={cn(active ? 'animate-march stroke-run' : done ? 'stroke-ok/60' : 'stroke-border')}
    />
  );
}

function ReworkArc({ from, to, used, label }: { from: Point; to: Point; used: boolean; label: string }) {
  const top = Math.min(from.y, to.y) - ARC + 8;
  return (
    <g className={used ? 'text-warn' : 'text-input'}>
      <path
        d={`M${from.x},${from.y} C${from.x},${top} ${to.x},${top} ${to.x},${to.y - 3}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeDasharray={used ? undefined : '3 4'}
      />
      <path
        d={`M${to.x - 4},${to.y - 8} L${to.x},${to.y - 1} L${to.x + 4},${to.y - 8}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      />
      <text
        x={(from.x + to.x) / 2}
        y={(from.y + to.y + 6 * top) / 8}
        textAnchor="middle"
        dominantBaseline="central"
        strokeWidth={8}
        className={cn(
          'stroke-card text-[11px] [paint-order:stroke]',
          used ? 'fill-warn font-medium' : 'fill-muted-foreground',
        )}
      >
        {label}
      </text>
    </g>
  );
}
