/** `npm run test:full`: real outages and the higher counts; else what fits into `npm test`. */
export const FULL = process.env.TROUPE_TEST_FULL === '1';
