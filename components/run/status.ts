import type { RunStatus, StepStatus } from '@domain/run/fact';
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  RotateCcw,
  SkipForward,
  TimerOff,
  WalletCards,
} from 'lucide-react';

export type StatusTone = 'idle' | 'run' | 'ok' | 'warn' | 'bad';
export type Look = { tone: StatusTone; icon: LucideIcon };

/** Every status has an icon of its own, so that none is told by colour alone. */
export const RUN_LOOK: Record<RunStatus, Look> = {
  queued: { tone: 'idle', icon: Clock },
  running: { tone: 'run', icon: CircleDot },
  waiting: { tone: 'warn', icon: Hourglass },
  paused: { tone: 'warn', icon: CirclePause },
  completed: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  cancelled: { tone: 'idle', icon: Ban },
  budget_exceeded: { tone: 'bad', icon: WalletCards },
  max_round_exceeded: { tone: 'bad', icon: RotateCcw },
  pingpong_exceeded: { tone: 'bad', icon: RotateCcw },
  timed_out: { tone: 'bad', icon: TimerOff },
};

export type PassStatus = StepStatus | 'rejected' | 'stopping' | 'unstarted';

export const PASS_LOOK: Record<PassStatus, Look> = {
  blocked: { tone: 'idle', icon: CircleDashed },
  waiting: { tone: 'warn', icon: Hourglass },
  ready: { tone: 'idle', icon: Clock },
  running: { tone: 'run', icon: CircleDot },
  completed: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  skipped: { tone: 'idle', icon: SkipForward },
  cancelled: { tone: 'idle', icon: Ban },
  rejected: { tone: 'warn', icon: RotateCcw },
  unstarted: { tone: 'idle', icon: CircleDashed },
  stopping: { tone: 'warn', icon: Ban },
};

export const TONE_TEXT: Record<StatusTone, string> = {
  idle: 'text-idle',
  run: 'text-run',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
};

export const TONE_BAR: Record<StatusTone, string> = {
  idle: 'bg-idle/40',
  run: 'bg-run',
  ok: 'bg-ok/75',
  warn: 'bg-warn/75',
  bad: 'bg-bad/80',
};
