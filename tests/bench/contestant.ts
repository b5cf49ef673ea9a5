import { type CommitCount, type Heat, type HeatResult, parseHeat, type RunTime } from './heat';
import { type Ask, openModel } from './model';
import { readWalFsyncs } from './wal-fsyncs';

/** An engine as the harness drives it: ready to work when it is given back. */
export type Engine = {
  contestant: string;
  version: string;
  /** How durable it was set to be, in words for the report. */
  mode: string;
  /** Starts the run `key` and resolves when its caller would know that it ended well. */
  run: (key: string) => Promise<void>;
  /**
   * Engines that can take starts and work on them later: `start` resolves when all are acknowledged and none has
   * begun, `finish` when all have ended. Counting commits then leaves the starts out.
   */
  held?: { start: (keys: string[]) => Promise<void>; finish: () => Promise<void> };
  close: () => Promise<void>;
};

/** The model as a contestant calls it; each call marks the beginning of a step's work. */
export type Model = {
  ask: (key: string, prompt: string, step: number) => Promise<string>;
  /** The mark alone, for an engine that comes with its own way to a model. */
  mark: (key: string) => void;
};

export type Open = (heat: Heat, model: Model) => Promise<Engine>;

/** Runs the heat of the command line on the engine and prints its one line of JSON; ends the process. */
export async function contest(open: Open): Promise<void> {
  try {
    const heat = parseHeat(process.argv[2]);
    const result = await measure(heat, open);
    await new Promise<void>((resolve) =>
      process.stdout.write(`${JSON.stringify(result)}\n`, () => resolve()),
    );
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function measure(heat: Heat, open: Open): Promise<HeatResult> {
  const marks = new Map<string, number[]>();
  const answer: Ask = openModel(heat.model);
  const mark = (key: string) => void marks.get(key)?.push(performance.now());
  const ask: Model['ask'] = (key, prompt, step) => {
    mark(key);
    return answer(prompt, step);
  };
  const engine = await open(heat, { ask, mark });
  const keys = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`);
  await inParallel(keys('warm', heat.warmUp), heat.concurrency, engine.run);

  const runs: RunTime[] = [];
  const timed = async (key: string) => {
    const seen: number[] = [];
    marks.set(key, seen);
    const began = performance.now();
    await engine.run(key);
    const ended = performance.now();
    marks.delete(key);
    if (seen.length !== heat.steps) throw new Error(`${key}: ${seen.length} steps instead of ${heat.steps}`);
    runs.push({ ms: ended - began, stepMs: seen.map((at, i) => (seen[i + 1] ?? ended) - at) });
  };
  const all = keys('run', heat.runs);
  const began = performance.now();
  let commits: CommitCount | undefined;
  if (heat.measure === 'commits') commits = await countCommits(heat, engine, all);
  else await inParallel(all, heat.concurrency, timed);
  const wallMs = performance.now() - began;
  await engine.close();
  const { contestant, version, mode } = engine;
  const kind = heat.model === 'inprocess' ? 'inprocess' : 'http';
  const { workload, steps } = heat;
  return {
    contestant,
    version,
    mode,
    workload,
    steps,
    model: kind,
    wallMs,
    runs,
    ...(commits && { commits }),
  };
}

async function countCommits(heat: Heat, engine: Engine, keys: string[]): Promise<CommitCount> {
  const url = process.env.BENCH_DATABASE_URL ?? '';
  const first = await readWalFsyncs(url);
  const idle = await readWalFsyncs(url);
  const idlePerSecond = ((idle.fsyncs - first.fsyncs) / (idle.at - first.at)) * 1_000;
  let before = idle;
  if (engine.held) {
    await engine.held.start(keys);
    before = await readWalFsyncs(url);
    await engine.held.finish();
  } else {
    await inParallel(keys, heat.concurrency, engine.run);
  }
  const after = await readWalFsyncs(url);
  const steps = heat.steps * heat.runs;
  const idleFsyncs = (idlePerSecond * (after.at - before.at)) / 1_000;
  const fsyncs = after.fsyncs - before.fsyncs - idleFsyncs;
  return {
    steps,
    fsyncs,
    perStep: fsyncs / steps,
    idlePerSecond,
    maintenance: after.maintenance - before.maintenance,
    includesStart: !engine.held,
  };
}

async function inParallel(
  keys: string[],
  width: number,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const rest = keys[Symbol.iterator]();
  const lane = async () => {
    for (const key of rest) await work(key);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
