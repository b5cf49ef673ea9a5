import { notAvailable } from './not-available';

/** One lead with a roster. */
export const compileLeadWorkers = notAvailable;
