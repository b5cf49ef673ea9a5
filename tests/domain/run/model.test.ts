import { retryOrFail } from '@domain/run/claim-facts';
import type { FactInput } from '@domain/run/fact';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { planned, planOf, TestRun } from './run';

/** What a run of plain steps should be, written anew from the rules and knowing nothing of facts. */
type Model = {
  open: Set<string>;
  running: Set<string>;
  done: Set<string>;
  crashes: Map<string, number>;
  paused: boolean;
  end?: 'completed' | 'failed' | 'cancelled';
};

const NEEDS: Record<string, string[]> = { a: [], b: ['a'], c: ['a'], d: ['b', 'c'], e: [] };
const IDS = Object.keys(NEEDS);
const ATTEMPTS = 3;
const fresh = (): Model => ({
  open: new Set(IDS),
  running: new Set(),
  done: new Set(),
  crashes: new Map(),
  paused: false,
});

type Rule = {
  body(run: TestRun, id: string): FactInput;
  allowed(model: Model, id: string): boolean;
  happens(model: Model, id: string): void;
};

const RULES: Record<string, Rule> = {
  claim: {
    body: (run, id) => run.claimOf(id),
    allowed: (m, id) => !m.end && !m.paused && m.open.has(id) && NEEDS[id]!.every((need) => m.done.has(need)),
    happens: (m, id) => {
      m.open.delete(id);
      m.running.add(id);
    },
  },
  complete: {
    body: (run, id) => run.completion(id),
    allowed: (m, id) => !m.end && m.running.has(id),
    happens: (m, id) => {
      m.running.delete(id);
      m.done.add(id);
      if (m.done.size === IDS.length) m.end = 'completed';
    },
  },
  crash: {
    body: (run, id) => retryOrFail(run.state, id, 'crashed', undefined, 0),
    allowed: (m, id) => !m.end && m.running.has(id),
    happens: (m, id) => {
      const crashes = (m.crashes.get(id) ?? 0) + 1;
      m.crashes.set(id, crashes);
      m.running.delete(id);
      if (crashes === ATTEMPTS) m.end = 'failed';
      else m.open.add(id);
    },
  },
  pause: {
    body: () => ({ type: 'run.paused', reason: 'by_person' }),
    allowed: (m) => !m.end && !m.paused,
    happens: (m) => {
      m.paused = true;
    },
  },
  resume: {
    body: () => ({ type: 'run.resumed' }),
    allowed: (m) => !m.end && m.paused,
    happens: (m) => {
      m.paused = false;
    },
  },
  cancel: {
    body: () => ({ type: 'run.cancelled', reason: 'by_person' }),
    allowed: (m) => !m.end,
    happens: (m) => {
      m.end = 'cancelled';
    },
  },
};

const sorted = (ids: Iterable<string>): string => [...ids].sort().join();

class Command implements fc.Command<Model, TestRun> {
  constructor(
    private readonly name: string,
    private readonly rule: Rule,
    private readonly id: string,
  ) {}

  check = () => true;

  run(model: Model, run: TestRun): void {
    const allowed = this.rule.allowed(model, this.id);
    const taken = run.take(this.rule.body(run, this.id)) !== null;
    if (taken !== allowed) throw new Error(`${this}: ${taken ? 'taken' : 'refused'} against the rules`);
    if (allowed) this.rule.happens(model, this.id);
    const done = run.state.steps.filter(({ status }) => status === 'completed').map(({ id }) => id);
    if (sorted(done) !== sorted(model.done)) throw new Error(`${this}: ${sorted(done)} are done`);
    const { status } = run.state;
    if (model.end && status !== model.end) throw new Error(`${this}: ${status}, not ${model.end}`);
    if (!model.end && model.paused !== (status === 'paused')) throw new Error(`${this}: ${status}`);
  }

  toString = () => `${this.name} ${this.id}`;
}

const commands = (rules: Record<string, Rule>) => {
  const drawn = Object.entries(rules).map(([name, rule]) => ({
    // Ends are rare, so that a game gets far.
    weight: name === 'cancel' ? 1 : name === 'claim' || name === 'complete' ? 20 : 4,
    arbitrary: fc.constantFrom(...IDS).map((id) => new Command(name, rule, id)),
  }));
  return fc.commands([fc.oneof(...drawn)], { maxCommands: 60, size: 'max' });
};
const holdsFor = (rules: Record<string, Rule>): void =>
  fc.assert(
    fc.property(commands(rules), (played) => {
      const steps = IDS.map((id) => planned(id, NEEDS[id], { maxAttempts: ATTEMPTS }));
      fc.modelRun(() => ({ model: fresh(), real: new TestRun().start(planOf(steps)) }), played);
    }),
    { numRuns: 200 },
  );

describe('the engine against a small model of it', () => {
  it('takes and refuses what the model does, whatever commands come, and ends where it ends', () => {
    holdsFor(RULES);
  });

  it('control: a model that lets a step start before what it needs is contradicted', () => {
    const wrong = {
      ...RULES.claim!,
      allowed: (m: Model, id: string) => !m.end && !m.paused && m.open.has(id),
    };
    try {
      holdsFor({ ...RULES, claim: wrong });
    } catch {
      return;
    }
    throw new Error('nothing contradicted it');
  });
});
