import type { RunStatus } from './fact';

/** Why a step was stopped by the end of its run. */
export function stopReason(status: RunStatus): string {
  if (status === 'failed') return 'sibling_failed';
  return status === 'budget_exceeded' ? 'budget' : status;
}
