import type { Heat, HeatResult } from './heat';
import { median } from './statistics';

export type Case = {
  id: string;
  title: string;
  unit: string;
  /** Which end is good. */
  better: 'less' | 'more';
  heat: Omit<Heat, 'model'>;
  model: 'inprocess' | 'http';
  /** The one number of a heat. */
  figure: (result: HeatResult) => number;
};

const msPerStep = (result: HeatResult) => median(result.runs.map(({ ms }) => ms)) / result.steps;
const stepsPerSecond = (result: HeatResult) => (result.runs.length * result.steps * 1_000) / result.wallMs;
const stepMs = (result: HeatResult) => median(result.runs.flatMap((run) => run.stepMs));

/** How much slower the last 100 steps of a run are than its steps 11–110: 1 means that length costs nothing. */
export function growth(result: HeatResult): number {
  return median(result.runs.map((run) => median(run.stepMs.slice(-100)) / median(run.stepMs.slice(10, 110))));
}

const timed = { measure: 'time' } as const;

function pipelineOf(steps: number, runs: number): Case {
  return {
    id: `w4-${steps}`,
    title: `W4: one pipeline of ${steps}`,
    unit: 'ms per step (median)',
    better: 'less',
    model: 'inprocess',
    heat: { workload: 'w4', steps, runs, concurrency: 1, warmUp: 1, ...timed },
    figure: stepMs,
  };
}

function onePipelineOfFive(id: string, title: string, model: Case['model'], quick: boolean): Case {
  // A server runs for weeks: what is compared is the steady state, after the compilers of every contestant are done.
  const [runs, warmUp] = quick ? [5, 3] : [100, 150];
  return {
    id,
    title,
    unit: 'ms per step',
    better: 'less',
    model,
    heat: { workload: 'w1', steps: 5, runs, concurrency: 1, warmUp, ...timed },
    figure: msPerStep,
  };
}

function manyPipelinesOfFive(quick: boolean): Case {
  const [runs, warmUp] = quick ? [40, 20] : [200, 60];
  return {
    id: 'w2',
    title: 'W2: 200 runs of W1 at concurrency 20',
    unit: 'steps per second',
    better: 'more',
    model: 'inprocess',
    heat: { workload: 'w2', steps: 5, runs, concurrency: 20, warmUp, ...timed },
    figure: stepsPerSecond,
  };
}

function fanOutOfFifty(quick: boolean): Case {
  const [runs, warmUp] = quick ? [3, 2] : [20, 20];
  return {
    id: 'w3',
    title: 'W3: fan-out of 50 and join, one at a time',
    unit: 'ms per step',
    better: 'less',
    model: 'inprocess',
    heat: { workload: 'w3', steps: 51, runs, concurrency: 1, warmUp, ...timed },
    figure: msPerStep,
  };
}

/** The workloads in the order of a round; `quick` has fewer runs and is no basis for a claim. */
export function cases(quick: boolean): Case[] {
  return [
    onePipelineOfFive('w1', 'W1: pipeline of 5, one at a time', 'inprocess', quick),
    onePipelineOfFive('w1-http', 'W1 with the model behind HTTP', 'http', quick),
    manyPipelinesOfFive(quick),
    fanOutOfFifty(quick),
    pipelineOf(10, quick ? 2 : 10),
    pipelineOf(100, quick ? 1 : 3),
    pipelineOf(1_000, 1),
  ];
}

/** W1 again, alone and long enough that a stray fsync of the server does not show. */
export const COMMITS: Omit<Heat, 'model'> = {
  workload: 'w1',
  steps: 5,
  runs: 200,
  concurrency: 1,
  warmUp: 5,
  measure: 'commits',
};
