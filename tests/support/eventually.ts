import { vi } from 'vitest';

/** Tries until it holds. The times, in ms, only bound a failing test: what must be fast says so itself. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 10_000, interval = 50): Promise<T> =>
  vi.waitFor(check, { timeout, interval });
