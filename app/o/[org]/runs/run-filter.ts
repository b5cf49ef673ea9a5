import type { RunStatus } from '@domain/run/fact';

export const ACTIVE: RunStatus[] = ['queued', 'running', 'waiting', 'paused'];
const FAILED: RunStatus[] = [
  'failed',
  'cancelled',
  'budget_exceeded',
  'max_round_exceeded',
  'pingpong_exceeded',
  'timed_out',
];

export const RUN_FILTERS = ['all', 'active', 'ended', 'failed'] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

export const statusesOf = (filter: RunFilter): RunStatus[] | undefined =>
  ({ all: undefined, active: ACTIVE, ended: ['completed' as const], failed: FAILED })[filter];

/** The filter that an address names; anything else is all. */
export const filterOf = (value: string | null | undefined): RunFilter =>
  RUN_FILTERS.find((filter) => filter === value) ?? 'all';
