import { notAvailable } from './not-available';

/** A chain of actors, one active at a time. */
export const compileHandoff = notAvailable;
