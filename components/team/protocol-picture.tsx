import type { ProtocolKind } from '@domain/protocol/kinds';
import type { ReactNode } from 'react';
import { cn } from '../ui/class-names';

const Dot = ({ x, y, strong }: { x: number; y: number; strong?: boolean }) => (
  <rect
    x={x - 9}
    y={y - 6.5}
    width={18}
    height={13}
    rx={3.5}
    className={strong ? 'fill-brand/20 stroke-brand' : 'fill-card stroke-input'}
    strokeWidth={1.3}
  />
);
const Line = ({ d, dashed, strong }: { d: string; dashed?: boolean; strong?: boolean }) => (
  <path
    d={d}
    fill="none"
    strokeWidth={1.3}
    strokeDasharray={dashed ? '2.5 2.5' : undefined}
    className={strong ? 'stroke-brand' : 'stroke-input'}
    markerEnd="none"
  />
);

const PICTURES: Record<ProtocolKind, ReactNode> = {
  pipeline: (
    <>
      <Line d="M27 32H47M65 32H85" />
      <Dot x={18} y={32} />
      <Dot x={56} y={32} />
      <Dot x={94} y={32} />
    </>
  ),
  review_gate: (
    <>
      <Line d="M27 38H47M65 38H85" />
      <Line d="M94 31C94 12 56 12 56 29M52.500 25L56 30L59.500 25" strong />
      <Dot x={18} y={38} />
      <Dot x={56} y={38} />
      <Dot x={94} y={38} strong />
    </>
  ),
  dag: (
    <>
      <Line d="M27 32C36 32 38 18 47 18M27 32C36 32 38 46 47 46M65 18C74 18 76 32 85 32M65 46C74 46 76 32 85 32" />
      <Dot x={18} y={32} />
      <Dot x={56} y={18} />
      <Dot x={56} y={46} />
      <Dot x={94} y={32} />
    </>
  ),
  fan_out: (
    <>
      <Line d="M47 12C60 12 70 32 85 32M47 32H85M47 52C60 52 70 32 85 32" />
      <Dot x={38} y={12} />
      <Dot x={38} y={32} />
      <Dot x={38} y={52} />
      <Dot x={94} y={32} strong />
    </>
  ),
  lead_workers: (
    <>
      <Line d="M56 25V32H20V41M56 25V41M56 32H92V41" dashed />
      <Dot x={56} y={17} strong />
      <Dot x={20} y={48} />
      <Dot x={56} y={48} />
      <Dot x={92} y={48} />
    </>
  ),
  handoff: (
    <>
      <Line d="M34 24C46 10 66 10 78 24M78 40C66 54 46 54 34 40" />
      <Line d="M74 20L78.500 24.500L72.500 25.500M38 44L33.500 39.500L39.500 38.500" strong />
      <Dot x={26} y={32} />
      <Dot x={86} y={32} strong />
    </>
  ),
};

/** How work moves in a protocol, as a picture; its name stands beside it. */
export const ProtocolPicture = ({ kind, className }: { kind: ProtocolKind; className?: string }) => (
  <svg aria-hidden viewBox="0 0 112 64" className={cn('h-16 w-28', className)}>
    {PICTURES[kind]}
  </svg>
);
