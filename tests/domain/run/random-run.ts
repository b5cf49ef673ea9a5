import { compile } from '@domain/protocol/index';
import { budgetFor } from '@domain/run/budget';
import { retryOrFail, stoppedFact } from '@domain/run/claim-facts';
import { closeFact } from '@domain/run/end';
import type { FactInput } from '@domain/run/fact';
import type { Plan } from '@domain/run/plan';
import { isEnded, type StepState } from '@domain/run/state';
import fc from 'fast-check';
import { accepted, bound, PEOPLE } from '../team/documents';
import { COMPILED, manifests } from '../team/random-manifest';
import { hasChildren, randomDelegation } from './random-delegation';
import { intended, onwards, randomHandoff } from './random-handoff';
import { ACCEPT, REJECT, TestRun } from './run';

/** The plan of a valid document, with the cap of its runs. */
export function planOfDocument(raw: unknown) {
  const manifest = accepted(raw);
  const plan = compile(manifest, bound(manifest), PEOPLE);
  return { plan, capMicros: manifest.defaults.budgetMicros };
}

/** A plan compiled from a random valid manifest, with the cap of its runs. */
export const plans = manifests(...COMPILED).map(planOfDocument);

/** What somebody tries next: which action, on which of its candidates, and an amount. */
export type Move = { action: number; pick: number; amount: number };
export const moves = (maxLength = 90) =>
  fc.array(fc.record({ action: fc.nat(99), pick: fc.nat(999), amount: fc.nat(2_000) }), {
    maxLength,
    size: 'max',
  });

export const games = fc.record({ game: plans, played: moves() });

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
const withStatus = (run: TestRun, status: StepState['status']) =>
  run.state.steps.filter((step) => step.status === status);

/** Any id may be reviewed, the empty one too. */
const reviews = (run: TestRun, id: string) =>
  run.state.plan?.steps.some((step) => step.id === id && step.reviewOf !== undefined) ?? false;

const isOptional = (run: TestRun, id: string) =>
  run.state.plan?.steps.some((step) => step.id === id && step.optional) ?? false;

/** The body that a move stands for in this state; late, doubled and senseless ones among them. */
export function bodyOf(
  run: TestRun,
  { action, pick, amount }: Move,
  past: readonly FactInput[],
): FactInput | null {
  const { state } = run;
  const running = pickOf(withStatus(run, 'running'), pick);
  const at = running && run.at(running.id);
  if (action < 30 && state.status === 'paused' && amount % 2 === 0) return { type: 'run.resumed' };
  if (action < 30) {
    const ready = pickOf(withStatus(run, 'ready'), pick);
    return ready ? run.claimOf(ready.id) : null;
  }
  if (action < 55 && running) {
    const verdict = amount % 2 === 0 ? REJECT : ACCEPT;
    const done = run.completion(running.id, reviews(run, running.id) ? verdict : undefined);
    return intended(run, done, pick, amount);
  }
  if (state.handoff && action < 62) return randomHandoff(run, pick, amount);
  if (action < 65 && running) return run.callOf(running.id, amount);
  if (action < 69 && running) {
    const delegated = randomDelegation(run, running, pick, amount);
    if (delegated) return delegated;
  }
  if (action < 75) {
    const call = pickOf(state.openCalls, pick);
    if (!call) return null;
    const cost = Math.min(amount, call.ceilingMicros);
    const unknown = action === 74 ? { outcome: 'unknown' as const, unknownMicros: call.ceilingMicros } : {};
    return run.settlement(call.callId, action === 74 ? 0 : cost, unknown);
  }
  if (action < 78 && running) return retryOrFail(state, running.id, 'crashed', undefined, amount);
  if (action < 80) {
    const optional = pickOf(
      withStatus(run, 'running').filter((step) => isOptional(run, step.id)),
      pick,
    );
    const failing = optional ?? (amount % 4 === 0 ? running : undefined);
    return failing ? run.failure(failing.id) : null;
  }
  if (action < 82 && running && at) {
    const on = { kind: hasChildren(run, running.id) || amount % 2 === 0 ? 'children' : 'person' };
    return { type: 'plan.task.waiting', ...at, epoch: running.epoch, on };
  }
  if (action < 86) {
    const waiting = pickOf(withStatus(run, 'waiting'), pick);
    return waiting ? { type: 'plan.task.ready', ...run.at(waiting.id) } : null;
  }
  if (action < 92) return pickOf(past, pick) ?? null;
  return rareBody(run, { action, pick, amount });
}

function rareBody(run: TestRun, { action, pick, amount }: Move): FactInput | null {
  const { state } = run;
  const any = pickOf(state.steps, pick);
  switch (action) {
    case 92:
      return { type: 'run.paused', reason: 'by hand' };
    case 93:
      return { type: 'run.resumed' };
    case 94:
      return any ? { type: 'plan.task.started', ...run.at(any.id), epoch: amount, worker: 'stranger' } : null;
    case 95:
      return any ? { ...run.completion(any.id, ACCEPT), round: amount % 4 } : null;
    case 96:
      return { ...run.failure(any?.id ?? 'x'), stepId: '__proto__' };
    case 97:
      return amount % 4 === 0 ? { type: 'run.cancelled', reason: 'by hand' } : null;
    case 98: {
      const stopped = any && stoppedFact(state, any.id, amount);
      return stopped ?? closeFact(state);
    }
    default:
      return budgetFor(state, amount) === 'exceeded'
        ? { type: 'budget.exceeded', spentMicros: 0, neededMicros: amount, capMicros: state.capMicros }
        : null;
  }
}

export type Watcher = (run: TestRun, body: FactInput, applied: boolean) => void;

/** Plays moves on a new run of the plan; `watch` sees the run after each. */
export function play(
  game: { plan: Plan; capMicros: number },
  played: readonly Move[],
  watch?: Watcher,
): TestRun {
  const run = new TestRun().start(game.plan, { capMicros: game.capMicros });
  const past: FactInput[] = [];
  for (const move of played) {
    const body = bodyOf(run, move, past);
    if (!body) continue;
    const applied = run.take(body) !== null;
    if (applied) past.push(body);
    watch?.(run, body, applied);
  }
  return run;
}

/** Lets everything that can still happen happen, each step with this outcome. Answers the number of bodies. */
export function driveToEnd(run: TestRun, outcome: 'succeed' | 'fail' | 'reject', limit: number): number {
  let count = 0;
  const take = (body: FactInput | null) => {
    if (body && run.take(body)) count += 1;
  };
  while (!run.state.closed && count < limit) {
    const before = count;
    if (run.state.status === 'paused') take({ type: 'run.resumed' });
    for (const call of run.state.openCalls) take(run.settlement(call.callId, 0));
    for (const step of run.state.steps) {
      if (isEnded(run.state)) take(stoppedFact(run.state, step.id, 1));
      else if (step.waitingOn?.kind === 'intent' && step.status === 'waiting')
        take({ type: 'handoff.timeout', ...run.at(step.id) });
      else if (step.status === 'waiting') take({ type: 'plan.task.ready', ...run.at(step.id) });
      else if (step.status === 'ready') take(run.claimOf(step.id));
      else if (step.status === 'running') {
        const verdict = reviews(run, step.id) ? (outcome === 'reject' ? REJECT : ACCEPT) : undefined;
        const done = onwards(run, run.completion(step.id, verdict), outcome === 'reject');
        take(outcome === 'fail' ? run.failure(step.id) : done);
      }
    }
    if (count === before) break;
  }
  return count;
}
