import { childrenOf, isOpenChild } from '@domain/run/delegation';
import { graphOf } from '@domain/run/graph';
import { MAX_CHILDREN, MAX_DELEGATION_DEPTH } from '@domain/run/limits';
import { isEnded, STEP_TERMINAL, stepIn } from '@domain/run/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifests } from '../team/random-manifest';
import { holds } from './law';
import { driveToEnd, moves, planOfDocument, play } from './random-run';

/** Leads give more away here than elsewhere: every second move of a running step is a delegation. */
const led = fc.record({
  game: manifests('lead_workers').map(planOfDocument),
  played: moves(120).map((all) =>
    all.map((move, at) => (at % 3 === 0 ? { ...move, action: 65 + (move.action % 4) } : move)),
  ),
});

describe('laws of delegation', () => {
  it('a parent is told of each child once, and waits exactly as long as one is open (T-7, TX-14)', () => {
    let told = 0;
    holds(
      led,
      ({ game, played }) => {
        const run = play(game, played, ({ state }) => {
          for (const step of state.steps) {
            if (step.status !== 'waiting' || step.waitingOn?.kind !== 'children' || isEnded(state)) continue;
            const open = childrenOf(state.plan!, step.id).filter(({ id }) => isOpenChild(stepIn(state, id)));
            expect(open.length).toBeGreaterThan(0);
          }
        });
        const heard = run.journal.flatMap((fact) =>
          fact.type === 'delegation.completed' || fact.type === 'delegation.failed' ? [fact.childId] : [],
        );
        expect(new Set(heard).size).toBe(heard.length);
        told += heard.length;
        for (const { parent, depth = 0, id } of run.state.plan!.steps) {
          expect(depth).toBeLessThanOrEqual(MAX_DELEGATION_DEPTH);
          expect(id.startsWith(parent === undefined ? '' : `${parent}/delegate/`)).toBe(true);
        }
        expect(run.state.steps.length).toBeLessThanOrEqual(1 + MAX_CHILDREN);
      },
      150,
    );
    expect(told).toBeGreaterThan(50);
  });

  it('a child’s failure never ends the run, and a parent’s end leaves no child behind (TX-14)', () => {
    holds(
      led,
      ({ game, played }) => {
        const run = play(game, played);
        const end = run.journal.find((fact) => fact.type === 'run.failed');
        if (end?.type === 'run.failed' && end.stepId !== undefined)
          expect(run.state.plan!.steps.find(({ id }) => id === end.stepId)?.parent).toBeUndefined();
        for (const step of run.state.steps) {
          if (!STEP_TERMINAL.has(step.status)) continue;
          for (const { id } of childrenOf(run.state.plan!, step.id)) {
            const child = stepIn(run.state, id);
            if (child && !isEnded(run.state)) expect(STEP_TERMINAL.has(child.status)).toBe(true);
          }
        }
      },
      150,
    );
  });

  it('whatever becomes of the children, the run ends once its lead does (R-7)', () => {
    holds(
      fc.tuple(led, fc.constantFrom('succeed' as const, 'reject' as const)),
      ([{ game, played }, outcome]) => {
        const run = play(game, played);
        driveToEnd(run, outcome, 4_000);
        expect(run.state).toMatchObject({ closed: true, openCalls: [] });
      },
      100,
    );
  });

  it('a graph that grew is the graph of its plan', () => {
    holds(
      led,
      ({ game, played }) => {
        const { plan } = play(game, played).state;
        const { rank, ...grown } = graphOf(plan!);
        const { rank: _, ...built } = graphOf(structuredClone(plan!));
        const sets = ({ needs, neededBy, ...rest }: typeof built) => ({
          ...rest,
          needs: needs.map((all) => new Set(all)),
          neededBy: neededBy.map((all) => new Set(all)),
        });
        expect(sets(grown)).toEqual(sets(built));
        built.needs.forEach((all, at) => {
          for (const need of all) expect(rank[need]!).toBeLessThan(rank[at]!);
        });
      },
      100,
    );
  });
});
