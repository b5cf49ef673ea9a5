import { ACTIVE } from './runs/run-filter';

/** Runs that each list of the home page shows. */
const SHOWN = 8;

/** Gates that it shows of those that wait for a person. */
const DECISIONS = 5;

/** What the home page asks for, on the server and again in the browser: the same, so that the answer is found. */
export const homeLists = (org: string) => ({
  latest: { org, limit: SHOWN },
  active: { org, limit: SHOWN, status: ACTIVE },
  providers: { org },
  decisions: { org, limit: DECISIONS },
});
