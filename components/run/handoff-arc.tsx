import { cn } from '../ui/class-names';

/** How far from the middle of a node its arcs begin and end, so that both directions can be told apart. */
const BESIDE = 22;

type Props = {
  /** Middles of the two nodes. */
  from: number;
  to: number;
  /** Where the nodes' border is, on the side of the arc. */
  edge: number;
  above: boolean;
  /** The turn came this way last. */
  strong: boolean;
};

/** A way on which a turn may be handed over. */
export function HandoffArc({ from, to, edge, above, strong }: Props) {
  const side = above ? -1 : 1;
  const direction = to > from ? 1 : -1;
  const [start, end] = [from + direction * BESIDE, to - direction * BESIDE];
  const top = edge + side * Math.min(56, 22 + Math.abs(to - from) / 18);
  return (
    <g className={cn(strong ? 'text-brand' : 'text-input')}>
      <path
        d={`M${start},${edge} C${start},${top} ${end},${top} ${end},${edge + side * 3}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={strong ? 2 : 1.5}
      />
      <path
        d={`M${end - 4},${edge + side * 8} L${end},${edge + side} L${end + 4},${edge + side * 8}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={strong ? 2 : 1.5}
      />
    </g>
  );
}
