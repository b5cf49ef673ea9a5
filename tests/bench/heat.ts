/** What one process is asked to run: one workload, once, on one contestant. */
export type Heat = {
  /** `w3`: all steps but the last at once, which waits for them and joins; else one behind the other. */
  workload: 'w1' | 'w2' | 'w3' | 'w4';
  /** Steps of each run; each gives about 1 KB. */
  steps: number;
  /** Runs that are measured. */
  runs: number;
  /** Runs in flight at the same time. */
  concurrency: number;
  /** `inprocess`: answers at once; else the base URL of an OpenAI-compatible server. */
  model: string;
  /** Runs before the measured ones, of the same shape. */
  warmUp: number;
  /** `time`: milliseconds of runs and steps. `commits`: WAL fsyncs, which needs about 45 s of silence. */
  measure: 'time' | 'commits';
};

export type RunTime = {
  /** From the call that starts the run to the moment its caller knows that it ended. */
  ms: number;
  /** From the start of a step's work to the start of the next one's; the last one ends with the run. Of W3: no step's own. */
  stepMs: number[];
};

export type CommitCount = {
  steps: number;
  /** WAL fsyncs of the measured window, idle taken off. */
  fsyncs: number;
  perStep: number;
  idlePerSecond: number;
  /** Part of `fsyncs` that autovacuum and the checkpointer made: the server's, not a step's. */
  maintenance: number;
  /** Whether the commits that start the runs lie in the window. */
  includesStart: boolean;
};

/** The one line that a contestant's process prints. */
export type HeatResult = {
  contestant: string;
  version: string;
  mode: string;
  workload: Heat['workload'];
  steps: number;
  model: 'inprocess' | 'http';
  /** From the first start to the last end. */
  wallMs: number;
  runs: RunTime[];
  commits?: CommitCount;
};

/** @throws when the argument is not a heat. */
export function parseHeat(argument: string | undefined): Heat {
  const given = JSON.parse(argument ?? 'null') as Partial<Heat> | null;
  const positive = (n: unknown): n is number => Number.isInteger(n) && (n as number) > 0;
  if (!given || !['w1', 'w2', 'w3', 'w4'].includes(given.workload ?? ''))
    throw new Error('heat: which workload?');
  const { workload = 'w1', steps, runs, concurrency = 1, model = 'inprocess' } = given;
  if (!positive(steps) || !positive(runs) || !positive(concurrency)) {
    throw new Error('heat: steps, runs and concurrency are whole numbers above 0');
  }
  if (model !== 'inprocess' && !URL.canParse(model)) throw new Error('heat: model is inprocess or a URL');
  const measure = given.measure === 'commits' ? 'commits' : 'time';
  return { workload, steps, runs, concurrency, model, warmUp: given.warmUp ?? 1, measure };
}

/** Steps of a run that may be under way at the same time. */
export const widthOf = ({ workload, steps }: Heat): number => (workload === 'w3' ? steps - 1 : 1);

/** The prompt of W3's join: what its leaves have said. */
export const joined = (texts: readonly string[]): string => texts.join('\n').slice(0, 1_024);
