import { pairOf } from '@domain/run/handoff';
import type { RunState } from '@domain/run/state';
import { isEnded, TERMINAL } from '@domain/run/state';
import { describe, expect, it } from 'vitest';
import { manifests } from '../team/random-manifest';
import { holds } from './law';
import { moves, planOfDocument, play } from './random-run';
import { timeless } from './run';

const games = manifests('handoff')
  .map(planOfDocument)
  .chain((game) => moves(120).map((played) => ({ game, played })));

describe('laws of a handoff run', () => {
  it('never has two actors: whatever is ready, runs or waits is the active one (H-55, H-64) (intent)', () => {
    holds(games, ({ game, played }) => {
      play(game, played, ({ state }) => {
        const acting = state.steps.filter(({ status }) => ['ready', 'running', 'waiting'].includes(status));
        if (isEnded(state)) return;
        expect(acting.map(({ id }) => id)).toEqual([state.handoff?.active]);
      });
    });
  });

  it('moves the turn by accepted handoffs alone, one round each, within every limit (H-4, H-53, H-54) (intent)', () => {
    holds(games, ({ game, played }) => {
      let before: RunState['handoff'];
      const run = play(game, played, ({ state }) => {
        const { maxRounds = 0, maxPingPongPerPair = 0 } = state.plan?.handoff ?? {};
        expect(state.handoff?.rounds).toBeLessThanOrEqual(maxRounds);
        for (const count of Object.values(state.handoff?.bounces ?? {}))
          expect(count).toBeLessThanOrEqual(maxPingPongPerPair);
        if (before && before.active !== state.handoff?.active)
          expect(state.handoff?.rounds).toBe(before.rounds + 1);
        before = state.handoff;
      });
      const accepted = run.journal.flatMap((fact) => (fact.type === 'handoff.accepted' ? [fact] : []));
      expect(run.state.handoff?.rounds).toBe(accepted.length);
    });
  });

  it('goes along edges between open slots unless a person forces it (H-31, H-56, H-65) (intent)', () => {
    holds(games, ({ game, played }) => {
      const run = play(game, played);
      const { edges = [], closed = [] } = run.state.plan?.handoff ?? {};
      for (const fact of run.journal) {
        if (fact.type !== 'handoff.accepted' || fact.by !== undefined) continue;
        expect(edges).toContainEqual({ from: fact.stepId, to: fact.to });
        expect([closed.includes(fact.stepId), closed.includes(fact.to)]).toEqual([false, false]);
      }
    });
  });

  it('counts the bounces of a pair as a second reading of the journal does (H-34) (intent)', () => {
    holds(games, ({ game, played }) => {
      const run = play(game, played);
      const counted: Record<string, number> = {};
      let last = { from: '', to: '' };
      for (const fact of run.journal) {
        if (fact.type !== 'handoff.accepted') continue;
        const pair = pairOf(fact.stepId, fact.to);
        const answers = last.from === fact.to && last.to === fact.stepId;
        counted[pair] = (counted[pair] ?? 0) + Number(answers);
        last = { from: fact.stepId, to: fact.to };
      }
      expect(run.state.handoff?.bounces).toEqual(counted);
    });
  });

  it('is in one of the states that the product names, and terminal ones are final (H-20) (intent)', () => {
    const live = ['queued', 'running', 'waiting', 'paused'];
    holds(games, ({ game, played }) => {
      let ended: string | undefined;
      const run = play(game, played, ({ state }) => {
        expect([...live, ...TERMINAL]).toContain(state.status);
        if (ended) expect(state.status).toBe(ended);
        if (isEnded(state)) ended = state.status;
      });
      expect(timeless(run.replayed())).toEqual(timeless(run.state));
    });
  });
});
