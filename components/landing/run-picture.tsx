import { CircleCheck, CircleDot, RotateCcw } from 'lucide-react';
import { cn } from '../ui/class-names';

export type PictureWords = {
  goal: string;
  live: string;
  steps: [string, string, string];
  rejected: string;
  issue: string;
  rework: string;
  writing: string;
  cost: string;
};

const BARS = [
  { step: 0, left: 2, width: 26, tone: 'bg-ok/75' },
  { step: 1, left: 28, width: 16, tone: 'bg-warn/75' },
  { step: 0, left: 44, width: 22, tone: 'bg-ok/75' },
  { step: 1, left: 66, width: 30, tone: 'bg-run' },
];

/** A run as it looks: steps, a rejection with its issue, the rework, the text being written. Decoration. */
export const RunPicture = ({ words }: { words: PictureWords }) => (
  <div
    aria-hidden
    className="select-none overflow-hidden rounded-xl border bg-card text-[13px] shadow-floating"
  >
    <div className="flex items-center gap-2 border-b px-4 py-3">
      <span className="truncate font-medium">{words.goal}</span>
      <span className="ml-auto inline-flex h-5 shrink-0 items-center gap-1.5 rounded-full bg-ok/12 px-2 font-medium text-ok text-xs">
        <span className="size-1.5 animate-pulse-ring rounded-full bg-current" />
        {words.live}
      </span>
    </div>
    <Nodes words={words} />
    <div className="grid border-t sm:grid-cols-[1.1fr_1fr]">
      <div className="space-y-3 border-b px-4 py-4 sm:border-r sm:border-b-0">
        {BARS.map((bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a still picture
          <div key={index} className="space-y-1">
            <div className="flex items-center gap-1.5 text-xs">
              <StepGlyph tone={bar.tone} />
              <span>{words.steps[bar.step]}</span>
              {index > 1 ? (
                <span className="rounded-sm border px-1 text-[10px] text-muted-foreground">2</span>
              ) : null}
            </div>
            <div className="relative h-1 rounded-full bg-muted">
              <span
                className={cn('absolute inset-y-0 rounded-full', bar.tone)}
                style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
              />
            </div>
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-3 px-4 py-4">
        <div className="rounded-lg border border-warn/40 bg-warn/7 px-3 py-2">
          <p className="flex items-center gap-1.5 font-medium text-xs">
            <RotateCcw className="size-3.5 text-warn" />
            {words.rejected}
          </p>
          <p className="mt-1 text-muted-foreground text-xs">{words.issue}</p>
        </div>
        <p className="text-xs leading-5">
          {words.writing}
          <span className="ml-0.5 inline-block h-3.5 w-1.5 translate-y-0.5 animate-sheen bg-brand" />
        </p>
        <div className="mt-auto">
          <div className="flex justify-between text-[11px] text-muted-foreground">
            <span>{words.cost}</span>
            <span className="tabular-nums">$0.084 / $5.00</span>
          </div>
          <div className="mt-1 h-1.5 rounded-full bg-muted">
            <div className="h-full w-[18%] rounded-full bg-brand" />
          </div>
        </div>
      </div>
    </div>
  </div>
);

const StepGlyph = ({ tone }: { tone: string }) => {
  if (tone === 'bg-run') return <CircleDot className="size-3.5 text-run" />;
  if (tone === 'bg-warn/75') return <RotateCcw className="size-3.5 text-warn" />;
  return <CircleCheck className="size-3.5 text-ok" />;
};

const Nodes = ({ words }: { words: PictureWords }) => (
  <svg viewBox="0 0 560 118" className="w-full px-2 py-2" role="presentation">
    <path d="M280 44 C280 8 80 8 80 40" fill="none" className="stroke-warn" strokeWidth="1.5" />
    <path d="M75.500 33 L80 41 L84.500 33" fill="none" className="stroke-warn" strokeWidth="1.5" />
    <text x="180" y="13" textAnchor="middle" className="fill-warn text-[11px]">
      {words.rework}
    </text>
    <path d="M150 72 H210" className="stroke-ok/60" strokeWidth="1.5" />
    <path d="M350 72 H410" className="animate-march stroke-border" strokeDasharray="5 5" strokeWidth="1.5" />
    {[10, 210, 410].map((x, index) => (
      <g key={x}>
        <rect
          x={x}
          y="46"
          width="140"
          height="52"
          rx="8"
          className={cn('fill-card', index === 1 ? 'stroke-run' : 'stroke-border')}
          strokeWidth="1.25"
        />
        <circle cx={x + 20} cy="72" r="5" className={['fill-ok', 'fill-run', 'fill-idle/40'][index]} />
        <text x={x + 34} y="76" className="fill-foreground font-medium text-[12px]">
          {words.steps[index]}
        </text>
      </g>
    ))}
  </svg>
);
