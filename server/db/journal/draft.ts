import type { BodyOf, FactBody, FactInput } from '@domain/run/fact';
import { reduce } from '@domain/run/reduce';
import type { Effect, RunState } from '@domain/run/state';
import type { FileWrite, MemoryWrite } from './context';

/** What a fact refers to but does not carry: texts and answers go to their own rows in the same commit. */
export type Artifact = {
  id: string;
  stepId: string;
  slotId: string;
  round: number;
  kind: 'contract' | 'verdict';
  text: string;
  /** Of a contract with a JSON Schema. */
  value?: unknown;
};

/** A step whose owner must still be this epoch; `lapsed`: and whose lease must be over. */
export type Fence = { step: string; epoch: number; lapsed?: boolean };

/**
 * The next piece of a journal while it is being decided: each `add` folds one fact and what follows from it.
 * Nothing is written before the whole draft is appended.
 */
export class Draft {
  readonly before: RunState;
  state: RunState;
  readonly facts: FactBody[] = [];
  readonly effects: Effect[] = [];
  readonly fences: Fence[] = [];
  readonly artifacts: Artifact[] = [];
  readonly files = new Map<string, FileWrite>();
  readonly memories: MemoryWrite[] = [];
  readonly outputs = new Map<string, unknown>();
  readonly toolArgs = new Map<string, { args: unknown; result?: unknown }>();
  /** The append claims a step: the starter's rights are checked under the lock. */
  claims = false;
  /** A ready step that must wait until reserved money comes back. */
  budgetBlocked: string | undefined;
  /** What it waits for, when that is room under a shared cap. */
  capWait: { stepId: string; capId: string; neededMicros: number } | undefined;

  constructor(state: RunState) {
    this.before = state;
    this.state = state;
  }

  /** False: the fact no longer applies (late, duplicated, about something settled) and was not added. */
  add(body: FactInput): boolean {
    const next = reduce(this.state, body);
    if (!next) return false;
    this.state = next.state;
    this.facts.push(...next.append);
    this.effects.push(...next.effects);
    return true;
  }

  of<T extends FactBody['type']>(type: T): BodyOf<T>[] {
    return this.facts.filter((fact): fact is BodyOf<T> => fact.type === type);
  }
}
