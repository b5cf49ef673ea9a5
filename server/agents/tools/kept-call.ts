import { jsonProblem } from '@domain/json';
import type { ModelToolCall } from '../port';

/** A call as its step's checkpoint can keep it: arguments that no store takes are left out, which refuses the call. */
export function keptCall(call: ModelToolCall): ModelToolCall {
  const problem = jsonProblem(call.args);
  return problem ? { ...call, args: {}, invalid: `The arguments cannot be kept: ${problem}` } : call;
}
