import type { InputOf } from '@domain/run/fact';
import { openGates, waitsAt } from '@domain/run/gate';
import type { Plan } from '@domain/run/plan';
import { isEnded, STEP_TERMINAL } from '@domain/run/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from './law';
import { type Move, moves, plans, play } from './random-run';
import { type TestRun, timeless } from './run';

/** A plan of any protocol with gates before and after whatever bits say. */
const gated = fc.tuple(plans, fc.nat(4_095)).map(([{ plan, capMicros }, bits]) => {
  const steps = plan.steps.map((step, at) => {
    const gate = { before: ((bits >> (at % 12)) & 1) === 1, after: ((bits >> ((at + 5) % 12)) & 1) === 1 };
    return gate.before || gate.after ? { ...step, gate } : step;
  });
  return { plan: { ...plan, steps } satisfies Plan, capMicros };
});
const games = fc.record({ game: gated, played: moves(140) });

/** What a person does between two moves: decides some open gate, more often kindly than not. */
function decision(run: TestRun, n: number): InputOf<'approval.resolved'> | null {
  const open = openGates(run.state);
  const gate = open[n % Math.max(1, open.length)];
  if (!gate || n % 3 === 0) return null;
  const decided =
    n % 31 === 0 ? 'timed_out' : gate.kind === 'question' ? 'answered' : n % 7 === 0 ? 'denied' : 'approved';
  return { type: 'approval.resolved', gateId: gate.id, decision: decided, by: 'ada', text: 'words' };
}

/** Steps with a gate after deliver by waiting at it. */
function deliver(run: TestRun, n: number): void {
  const running = run.state.steps.filter(({ status }) => status === 'running');
  const step = running[n % Math.max(1, running.length)];
  const planned = run.state.plan?.steps.find(({ id }) => id === step?.id);
  if (!step || !planned?.gate?.after) return;
  const verdict = planned.reviewOf === undefined ? undefined : { accept: n % 4 !== 0, issues: [] };
  const { type: _, ...delivered } = run.completion(step.id, verdict);
  const ref = `g${(run.state.gates?.length ?? 0) + 1}`;
  run.take({ type: 'plan.task.waiting', ...delivered, on: { kind: 'approval_after', ref } });
}

function playGated({ game, played }: { game: { plan: Plan; capMicros: number }; played: Move[] }): TestRun {
  let n = 0;
  return play(game, played, (run) => {
    n += 1;
    deliver(run, n);
    const decided = decision(run, n);
    if (decided) run.take(decided);
  });
}

describe('laws of gates', () => {
  it('nothing starts or counts as done without the approval of its own round', () => {
    let approvals = 0;
    holds(
      games,
      (value) => {
        const run = playGated(value);
        const approved = new Set<string>();
        const asked = new Map<string, string>();
        for (const [at, fact] of run.journal.entries()) {
          const before = run.journal[at - 1];
          // A person's word about the turn of a handoff stands for it.
          if (before?.type.startsWith('handoff.') && 'by' in before && before.by) continue;
          if (fact.type === 'approval.requested')
            asked.set(fact.gateId, `${fact.kind} ${fact.stepId} ${fact.round}`);
          if (fact.type === 'approval.resolved' && fact.decision === 'approved') {
            approved.add(asked.get(fact.gateId) ?? '');
            approvals += 1;
          }
          if (fact.type !== 'plan.task.started' && fact.type !== 'plan.task.completed') continue;
          const gate = run.state.plan?.steps.find(({ id }) => id === fact.stepId)?.gate;
          const word = fact.type === 'plan.task.started' ? 'before' : 'after';
          if (gate?.[word]) expect(approved).toContain(`${word} ${fact.stepId} ${fact.round}`);
        }
      },
      150,
    );
    expect(approvals).toBeGreaterThan(100);
  });

  it('each is decided at most once, and open only while its step waits at it in a run that goes on', () => {
    holds(
      games,
      (value) => {
        const run = playGated(value);
        const decided = run.journal.flatMap((fact) =>
          fact.type === 'approval.resolved' ? [fact.gateId] : [],
        );
        expect(new Set(decided).size).toBe(decided.length);
        for (const gate of openGates(run.state)) {
          expect(isEnded(run.state)).toBe(false);
          if (gate.stepId !== undefined) expect(waitsAt(run.state, gate)).toBeDefined();
        }
      },
      150,
    );
  });

  it('replay, gates and all, is what was decided (R-15)', () => {
    holds(games, (value) => {
      const run = playGated(value);
      const untimed = (state: unknown) =>
        JSON.parse(
          JSON.stringify(state, (key, part) =>
            ['requestedAt', 'deadlineAt', 'resolvedAt'].includes(key) ? undefined : part,
          ),
        );
      expect(untimed(timeless(run.replayed()))).toEqual(untimed(timeless(run.state)));
    });
  });

  it('a run whose people approve everything comes to its end', () => {
    holds(games, (value) => {
      const run = playGated(value);
      for (let n = 0; n < 4_000 && !isEnded(run.state); n += 1) {
        const before = run.journal.length;
        approveAll(run);
        if (run.journal.length === before) break;
      }
      const open = run.state.steps.filter(({ status }) => !STEP_TERMINAL.has(status));
      expect([isEnded(run.state), isEnded(run.state) ? [] : open]).toEqual([true, []]);
    });
  });
});

/** One round of good will: resumes, approves, readies, claims and delivers whatever can be. */
function approveAll(run: TestRun): void {
  if (run.state.status === 'paused') run.take({ type: 'run.resumed' });
  for (const call of run.state.openCalls) run.take(run.settlement(call.callId, 0));
  for (const { id, kind } of openGates(run.state)) {
    const decided = kind === 'question' ? ('answered' as const) : ('approved' as const);
    run.take({ type: 'approval.resolved', gateId: id, decision: decided, by: 'ada', text: 'words' });
  }
  for (const step of run.state.steps) {
    if (isEnded(run.state)) return;
    if (step.status === 'waiting' && step.waitingOn?.kind === 'intent')
      run.take({ type: 'handoff.timeout', ...run.at(step.id) });
    else if (step.status === 'waiting') run.take({ type: 'plan.task.ready', ...run.at(step.id) });
    else if (step.status === 'ready') run.claim(step.id);
    else if (step.status === 'running') deliverOne(run, step.id);
  }
}

function deliverOne(run: TestRun, id: string): void {
  const planned = run.state.plan?.steps.find((step) => step.id === id);
  const verdict = planned?.reviewOf === undefined ? undefined : { accept: true, issues: [] };
  const intent = run.state.handoff ? { kind: 'complete' as const } : undefined;
  const done = { ...run.completion(id, verdict), ...(intent && { intent }) };
  if (!planned?.gate?.after) {
    run.take(done);
    return;
  }
  const { type: _, ...delivered } = done;
  const ref = `g${(run.state.gates?.length ?? 0) + 1}`;
  run.take({ type: 'plan.task.waiting', ...delivered, on: { kind: 'approval_after', ref } });
}
