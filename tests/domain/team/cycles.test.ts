import { checkManifest } from '@domain/team/check-manifest';
import { cyclesIn } from '@domain/team/cycles';
import { describe, expect, it } from 'vitest';
import { dag, issuesOf, step } from './documents';

const ring = (length: number) => Array.from({ length }, (_, at) => step(`s${at}`, [`s${(at + 1) % length}`]));

describe('a graph', () => {
  it.each([2, 3, 1_000])('is refused for a cycle of %i, which is named (T-29.12, T-21)', (length) => {
    const [found, ...more] = checkManifest(dag(ring(length))).issues ?? [];
    expect(more).toEqual([]);
    expect(found).toMatchObject({ path: ['protocol', 'steps', 0, 'dependsOn'], code: 'cycle' });
    const names = Array.from({ length }, (_, at) => `s${at}`);
    expect(found!.message).toContain([...names, 's0'].join(' → '));
  });

  it('is refused for each of its cycles, and for none that it has not', () => {
    const steps = [
      step('a', ['b']),
      step('b', ['a']),
      step('c', ['a']),
      step('d', ['e', 'c']),
      step('e', ['d']),
      step('f', ['e']),
    ];
    expect(issuesOf(dag(steps))).toEqual([
      'protocol.steps.0.dependsOn: cycle',
      'protocol.steps.3.dependsOn: cycle',
    ]);
    expect(issuesOf(dag([step('a'), step('b', ['a']), step('c', ['a', 'b'])]))).toEqual([]);
  });

  it('is refused when a review waits for what waits for its acceptance', () => {
    const steps = (more: object) => [
      step('work'),
      step('next', ['work'], { ...more }),
      step('check', ['next'], { slot: 'b', reviewOf: 'work' }),
    ];
    expect(issuesOf(dag(steps({})))).toEqual(['protocol.steps.1.dependsOn: cycle']);
    expect(issuesOf(dag(steps({ eager: true })))).toEqual([]);
  });

  it('is refused for an edge that stands there twice and for a step id that does', () => {
    expect(issuesOf(dag([step('a'), step('b', ['a', 'a'])]))).toEqual([
      'protocol.steps.1.dependsOn.1: duplicate_edge',
    ]);
    expect(issuesOf(dag([step('a'), step('a')]))).toEqual(['protocol.steps.1.id: duplicate_step']);
    expect(issuesOf(dag([]))).toEqual(['protocol.steps: no_steps']);
  });

  it('is walked in linear time where many cycles hang together', () => {
    const size = 2_000;
    const needs = Array.from({ length: size }, (_, at) => [at ^ 1, (at + 2) % size]);
    const started = performance.now();
    const cycles = cyclesIn(needs);
    expect(performance.now() - started).toBeLessThan(500);
    expect(cycles.length).toBeGreaterThan(0);
    for (const cycle of cycles) {
      cycle.forEach((node, at) => {
        expect(needs[node]).toContain(cycle[(at + 1) % cycle.length]);
      });
    }
  });
});
