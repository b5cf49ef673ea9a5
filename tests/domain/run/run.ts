import { replay } from '@domain/run/apply';
import type { Fact, FactBody, FactInput, InputOf, Verdict } from '@domain/run/fact';
import type { Plan, PlanStep } from '@domain/run/plan';
import { type Reduction, reduce } from '@domain/run/reduce';
import { type Effect, initialState, type RunState, stepIn } from '@domain/run/state';

/** A step of a test's plan; its slot is its id. */
export const planned = (id: string, dependsOn: string[] = [], more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  slotId: id,
  agentId: `agent-${id}`,
  title: id,
  prompt: '',
  dependsOn,
  maxTurns: 10,
  maxAttempts: 3,
  contract: '',
  ...more,
});

export const planOf = (steps: PlanStep[], more: Partial<Plan> = {}): Plan => ({
  protocol: 'dag',
  maxRework: 2,
  parallelLimit: 100,
  steps,
  ...more,
});

export const ACCEPT: Verdict = { accept: true, issues: [] };
export const REJECT: Verdict = { accept: false, issues: [{ criterion: 'sources', text: 'none given' }] };

export const STARTED: InputOf<'run.started'> = {
  type: 'run.started',
  goal: 'a goal',
  projectId: 'project',
  startedBy: 'person',
  capMicros: 1_000,
  teamId: 'team',
};

/** A run driven by the verbs' facts, with the journal that it leaves. */
export class TestRun {
  state: RunState = initialState();
  readonly journal: Fact[] = [];
  readonly effects: Effect[] = [];
  private calls = 0;

  /** The reduction of a fact, kept; null when it does not apply. */
  take(body: FactInput): Reduction | null {
    const next = reduce(this.state, body);
    if (!next) return null;
    for (const fact of next.append) this.stamp(fact);
    this.state = next.state;
    this.effects.push(...next.effects);
    return next;
  }

  /** The types of all that one fact appended, each with the step that it is about. */
  types(body: FactInput): string[] | null {
    const next = this.take(body);
    return next ? next.append.map(nameOf) : null;
  }

  start(plan: Plan, started: Partial<InputOf<'run.started'>> = {}): this {
    this.take({ ...STARTED, ...started });
    this.take({ type: 'plan.created', plan });
    return this;
  }

  step(id: string) {
    const step = stepIn(this.state, id);
    if (!step) throw new Error(`no step ${id}`);
    return step;
  }

  at(id: string) {
    const { round, attempt } = this.step(id);
    return { stepId: id, round, attempt };
  }

  claimOf(id: string): InputOf<'plan.task.started'> {
    return { type: 'plan.task.started', ...this.at(id), epoch: this.step(id).epoch + 1, worker: 'w' };
  }

  claim(id: string) {
    return this.take(this.claimOf(id));
  }

  completion(id: string, verdict?: Verdict): InputOf<'plan.task.completed'> {
    const body = { ...this.at(id), epoch: this.step(id).epoch, artifactId: `${id}.${this.step(id).round}` };
    return { type: 'plan.task.completed', ...body, preview: `${id} done`, ...(verdict && { verdict }) };
  }

  failure(id: string, reason = 'refused'): InputOf<'plan.task.failed'> {
    return { type: 'plan.task.failed', ...this.at(id), epoch: this.step(id).epoch, reason };
  }

  /** Claims and completes. */
  pass(id: string, verdict?: Verdict): string[] {
    this.claim(id);
    return this.types(this.completion(id, verdict)) ?? [];
  }

  callOf(id: string, ceilingMicros: number): InputOf<'model.called'> {
    this.calls += 1;
    const call = {
      callId: `call-${this.calls}`,
      ordinal: this.calls,
      providerId: 'p',
      model: 'm',
      ceilingMicros,
    };
    return { type: 'model.called', ...this.at(id), epoch: this.step(id).epoch, ...call };
  }

  /** Opens a call and gives its id; null when it is refused. */
  call(id: string, ceilingMicros: number): string | null {
    const body = this.callOf(id, ceilingMicros);
    return this.take(body) ? body.callId : null;
  }

  settlement(callId: string, costMicros: number, more: Partial<InputOf<'model.settled'>> = {}): FactInput {
    const call = this.state.openCalls.find((open) => open.callId === callId);
    const { stepId, round, attempt } = call ?? { stepId: 'none', round: 1, attempt: 1 };
    const amounts = { inputTokens: 10, outputTokens: 5, costMicros, unknownMicros: 0 };
    return { type: 'model.settled', stepId, round, attempt, callId, outcome: 'ok', ...amounts, ...more };
  }

  statuses(): Record<string, string> {
    return Object.fromEntries(this.state.steps.map((step) => [step.id, step.status]));
  }

  replayed(): RunState {
    return replay(this.journal);
  }

  private stamp(body: FactBody): void {
    const seq = this.journal.length + 1;
    this.journal.push({ ...body, seq, at: new Date(seq * 1_000).toISOString() });
  }
}

export const nameOf = (fact: FactBody): string =>
  'stepId' in fact && fact.stepId ? `${fact.type} ${fact.stepId}` : fact.type;

const TIMES = [
  'readyAt',
  'startedAt',
  'endedAt',
  'createdAt',
  'lastAt',
  'requestedAt',
  'deadlineAt',
  'resolvedAt',
];

/** A state as plain JSON without its times, to compare what was decided with what was replayed. */
export const timeless = (state: RunState): unknown =>
  JSON.parse(JSON.stringify(state, (key, value) => (TIMES.includes(key) ? undefined : value)));
