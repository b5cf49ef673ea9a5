import type { ReviewIssue } from '@domain/run/fact';
import type { JsonSchema } from '../port';

/** Whom the model plays. */
export type Persona = { name: string; role: string; character: string; expertise: string };

/** What is asked of this step. `reviewer`: the title of the slot that will accept or reject it, if any. */
export type SlotBrief = {
  title: string;
  responsibility: string;
  contract: string;
  reviewer: string | null;
  /** The run's directory and the slot's own below it; null: it has no files. */
  files: { root: string; own: string } | null;
};

/** Work that a lead has delegated to this step; `from`: the title of the step that did. */
export type TaskBrief = { from: string; text: string };

/** Somebody whom this step may give work to. */
export type WorkerBrief = { slotId: string; title: string; responsibility: string };

/** A dependency's delivered contract. */
export type DeliveredInput = {
  slotId: string;
  title: string;
  text: string;
  /** Where it stands among the run's files. */
  file?: string;
};

/** Something that was remembered under this run, by whoever: material, not an instruction. */
export type HintBrief = { category: string; subject: string; content: string; confirmed: boolean };

export type ReviewBrief =
  /** This step judges `work`; `round` is the round of the work, `earlier` what was rejected before it. */
  | {
      kind: 'verdict';
      work: { title: string; contract: string; text: string };
      round: number;
      earlier: ReviewIssue[];
    }
  /** This step does its own work again: `previous` was rejected because of `issues`. */
  | { kind: 'rework'; round: number; previous: string; issues: ReviewIssue[] };

/** An actor's turn in a handoff. */
export type TurnBrief = {
  /** The slot that gave it, a person, or the start. */
  from: string;
  /** What for, in their words. */
  words: string;
  /** Of this step: how many turns it has had with this one. */
  round: number;
  /** Handoffs that are left. */
  left: number;
  /** What it delivered in its last turn; empty: nothing. */
  previous: string;
  /** Whom it may hand over to. */
  targets: WorkerBrief[];
  mayCancel: boolean;
};

export type PromptInput = {
  persona: Persona;
  slot: SlotBrief;
  goal: string;
  /** Of a delegated step. */
  task?: TaskBrief | undefined;
  /** Empty: it cannot delegate. */
  roster?: WorkerBrief[];
  /** Of an actor in a handoff. */
  turn?: TurnBrief | undefined;
  inputs: DeliveredInput[];
  hints?: HintBrief[];
  /** JSON Schema of the delivery. */
  schema?: JsonSchema | undefined;
  review: ReviewBrief | null;
};
