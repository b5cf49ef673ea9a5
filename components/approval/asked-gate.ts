import type { GateKind } from '@domain/run/gate-facts';

/** An open gate as its card shows it. */
export type AskedGate = {
  gateId: string;
  kind: GateKind;
  /** Of the step that waits; null: the whole run does. */
  title: string | null;
  round: number | null;
  question: string | null;
  /** The beginning of the output that is to be approved. */
  preview: string | null;
  fourEyes: boolean;
  deadlineAt: string | null;
  /** Why the reader may not decide it: four eyes bar them, or their role; null: they may. */
  bar: 'four_eyes' | 'role' | null;
};

export type Decide = {
  /** What a refusal says; null: it was decided. */
  onResolve: (decision: 'approved' | 'denied', words: string) => Promise<string | null>;
  onAnswer: (words: string) => Promise<string | null>;
};
