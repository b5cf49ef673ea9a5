import { ACTIVE } from './runs/run-filter';

/** Runs that each list of the home page shows. */
const SHOWN = 8;

/** What the home page asks for, on the server and again in the browser: the same, so that the answer is found. */
export const homeLists = (org: string) => ({
  latest: { org, limit: SHOWN },
  active: { org, limit: SHOWN, status: ACTIVE },
  providers: { org },
});
