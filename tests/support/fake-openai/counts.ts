import type { Call, Counts } from './types';

const keyOf = ({ trace }: Call): string => JSON.stringify(trace);

/** What the server saw, for comparing with a ledger. Calls without trace headers are no duplicates of each other. */
export function countsOf(calls: readonly Call[]): Counts {
  const finished = calls.filter((call) => call.outcome === 'finished');
  const traced = calls.filter((call) => call.trace.run !== '');
  return {
    calls: calls.length,
    finished: finished.length,
    aborted: calls.filter((call) => call.outcome === 'aborted').length,
    open: calls.filter((call) => call.outcome === 'open').length,
    inputTokens: finished.reduce((sum, call) => sum + call.tokens.input, 0),
    outputTokens: finished.reduce((sum, call) => sum + call.tokens.output, 0),
    duplicates: traced.length - new Set(traced.map(keyOf)).size,
  };
}
