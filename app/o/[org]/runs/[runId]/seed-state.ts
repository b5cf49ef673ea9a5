import { initialState, type RunState } from '@domain/run/state';
import type { RunView } from '@domain/run/view';

/** The document is not shown on the page, and its schema of any JSON has no place in a component's types. */
export type RunSeed = Omit<RunView, 'manifest'>;

/** What is known of a run before its first fact has arrived, so that its page stands at once. */
export const seedState = (run: RunSeed): RunState => ({
  ...initialState(),
  goal: run.goal,
  status: run.status,
  projectId: run.project.id,
  startedBy: run.startedBy.id,
  capMicros: run.capMicros,
  reworkRounds: run.reworkRounds,
  totals: {
    inputTokens: run.inputTokens,
    outputTokens: run.outputTokens,
    costMicros: run.costMicros,
    unknownMicros: run.unknownMicros,
    reservedMicros: run.reservedMicros,
  },
  createdAt: run.createdAt,
  ...(run.reason ? { reason: run.reason } : {}),
  ...(run.startedAt ? { startedAt: run.startedAt } : {}),
  ...(run.endedAt ? { endedAt: run.endedAt } : {}),
});
