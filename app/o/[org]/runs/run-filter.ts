import { RunStatus } from '@domain/run/fact';
import { TERMINAL } from '@domain/run/state';

export const ACTIVE = RunStatus.options.filter((status) => !TERMINAL.has(status));
const FAILED = RunStatus.options.filter((status) => TERMINAL.has(status) && status !== 'completed');

export const RUN_FILTERS = ['all', 'active', 'ended', 'failed'] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

export const statusesOf = (filter: RunFilter): RunStatus[] | undefined =>
  ({ all: undefined, active: ACTIVE, ended: ['completed' as const], failed: FAILED })[filter];

/** The filter that an address names; anything else is all. */
export const filterOf = (value: string | null | undefined): RunFilter =>
  RUN_FILTERS.find((filter) => filter === value) ?? 'all';
