import type { CapShort, CapWarned } from '@domain/budget/cap';
import { apply } from '@domain/run/apply';
import type { Fact } from '@domain/run/fact';
import type { Effect, RunState } from '@domain/run/state';
import { sendTogether } from './append-together';
import { Recent } from './cache';
import { Draft } from './draft';
import { type Folded, loadRun, type Query } from './load';
import { type AppendOptions, payloadOf, type RunRef } from './payload';
import { type Answer, engineQuery, sendAlone } from './send';

/** `refused`: the decision said no. The others are the SQL function's own words; nothing was written. */
export type Appended =
  | {
      outcome: 'appended';
      state: RunState;
      facts: Fact[];
      effects: Effect[];
      /** Steps of the organization may have rung in vain while it ran all that it may: there is room now. */
      room?: boolean | undefined;
      /** Money came back to caps that other runs share. */
      freed?: boolean | undefined;
      /** Caps whose 80 % this append has seen spent, first of all. */
      warned?: CapWarned[] | undefined;
    }
  /** A call does not fit under a cap that the run shares; nothing was written. */
  | { outcome: 'capped'; state: RunState; short: CapShort }
  | {
      outcome: 'refused' | 'busy' | 'gone' | 'fenced' | 'alive' | 'conflict' | 'denied' | 'full';
      state: RunState | null;
    };

/** Steps of folded runs that are kept, over all runs: with its texts one has some kilobytes. */
const FOLDED_MAX_STEPS = 20_000;
const folded = new Recent<Folded>(500, ({ state }) => state.steps.length, FOLDED_MAX_STEPS);
const turns = new Map<string, Promise<unknown>>();
const keyOf = ({ orgId, runId }: RunRef): string => `${orgId}/${runId}`;

/**
 * The one way by which anything happens to a run: fold, let `decide` fill a draft from the state (false: nothing to
 * do), append it if the journal has not moved, else fold what is new and decide again. `decide` must be pure: it
 * may run several times. Calls about one run take turns within a process.
 * @throws database errors as they come; the caller decides whether to try again.
 */
export function appendToRun(
  ref: RunRef,
  decide: (draft: Draft) => boolean,
  options: AppendOptions,
): Promise<Appended> {
  const before = turns.get(keyOf(ref)) ?? Promise.resolve();
  const turn = before.then(
    () => appendNow(ref, decide, options),
    () => appendNow(ref, decide, options),
  );
  turns.set(keyOf(ref), turn);
  const leave = (): void => {
    if (turns.get(keyOf(ref)) === turn) turns.delete(keyOf(ref));
  };
  turn.then(leave, leave);
  return turn;
}

async function appendNow(
  ref: RunRef,
  decide: (draft: Draft) => boolean,
  options: AppendOptions,
): Promise<Appended> {
  let run = folded.get(keyOf(ref)) ?? (await loadRun(engineQuery, ref));
  for (;;) {
    if (!run) return { outcome: 'gone', state: null };
    const draft = new Draft(run.state);
    if (!decide(draft)) {
      // A cached state may be old: only the newest may refuse.
      const newest: Folded | null = await loadRun(engineQuery, ref, run);
      if (newest && newest.state.seq > run.state.seq) {
        run = newest;
        folded.set(keyOf(ref), run);
        continue;
      }
      return { outcome: 'refused', state: run.state };
    }
    const answer = await sendTogether(payloadOf(ref, run.rootId, draft, options));
    if (answer === 'full') return { outcome: 'full', state: run.state };
    if ('short' in answer) return { outcome: 'capped', state: run.state, short: answer.short };
    if (answer.ok) {
      const facts = stamp(draft, answer);
      const state: RunState = facts.reduce(apply, run.state);
      folded.set(keyOf(ref), { rootId: run.rootId, state });
      return { outcome: 'appended', state, facts, effects: draft.effects, ...told(answer) };
    }
    if (!answer.stale) return { outcome: reasonOf(answer), state: run.state };
    // A cache ahead of the journal belongs to another database of the same name: fold from the start.
    run = await loadRun(engineQuery, ref, answer.seq > run.state.seq ? run : undefined);
    if (run) folded.set(keyOf(ref), run);
  }
}

/** The same append inside a caller's transaction, which has locked the run row, so that it is never stale. */
export async function appendInside(
  query: Query,
  ref: RunRef,
  run: Folded,
  decide: (draft: Draft) => boolean,
  options: AppendOptions,
): Promise<Appended> {
  const draft = new Draft(run.state);
  if (!decide(draft)) return { outcome: 'refused', state: run.state };
  const answer = await sendAlone(query, payloadOf(ref, run.rootId, draft, options));
  if (answer === 'full') return { outcome: 'full', state: run.state };
  if ('short' in answer) return { outcome: 'capped', state: run.state, short: answer.short };
  if (!answer.ok) return { outcome: reasonOf(answer), state: run.state };
  const facts = stamp(draft, answer);
  const state: RunState = facts.reduce(apply, run.state);
  return { outcome: 'appended', state, facts, effects: draft.effects, ...told(answer) };
}

const told = ({ room, freed, warned }: Answer) => ({ room, freed, warned });

const stamp = (draft: Draft, answer: { at: string }): Fact[] =>
  draft.facts.map((body, i) => ({ ...body, seq: draft.before.seq + i + 1, at: answer.at }) as Fact);

const reasonOf = (answer: Answer): 'busy' | 'gone' | 'fenced' | 'alive' | 'conflict' | 'denied' => {
  for (const word of ['busy', 'gone', 'fenced', 'alive', 'conflict', 'denied'] as const)
    if (answer[word]) return word;
  throw new Error(`engine_append answered ${JSON.stringify(answer)}`);
};

/** A run that this process has just started: its facts need not be read again. */
export function rememberRun(ref: RunRef, draft: Draft, answer: { seq: number; at: string }): RunState {
  const state = stamp(draft, answer).reduce(apply, draft.before);
  folded.set(keyOf(ref), { rootId: ref.runId, state });
  return state;
}

/** The run as this process last saw it, however long ago; undefined: never. */
export const knownRun = (ref: RunRef): RunState | undefined => folded.get(keyOf(ref))?.state;

/** The run as this process knows it, for choosing what to do; only an append decides. Null: no such run. */
export async function readRun(ref: RunRef): Promise<RunState | null> {
  const run = await loadRun(engineQuery, ref, folded.get(keyOf(ref)));
  if (run) folded.set(keyOf(ref), run);
  return run?.state ?? null;
}
