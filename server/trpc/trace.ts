import { AsyncLocalStorage } from 'node:async_hooks';

/** The trace id of the request in hand, also where no context could be made. */
export const trace = new AsyncLocalStorage<string>();
