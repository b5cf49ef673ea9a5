import { describe, expect, it } from 'vitest';
import { wrongVariables } from '../../scripts/start/wrong-variables';

describe('the variables of the web server and the worker', () => {
  it('are right when nothing is set: what is missing is generated', () => {
    expect(wrongVariables({})).toEqual([]);
    expect(wrongVariables({ NEXTAUTH_SECRET: '', TROUPE_POOL_MAX: '' })).toEqual([]);
  });

  it.each([
    ['TROUPE_POOL_MAX', 'many', 'must be a whole number'],
    ['TROUPE_POOL_MAX', '1.5', 'must be a whole number'],
    ['TROUPE_POOL_MAX', '201', 'must be at most 200'],
    ['TROUPE_LEASE_MS', '99', 'must be at least 100'],
    ['TROUPE_ALLOW_LOCAL_PROVIDERS', 'perhaps', 'must be true or false'],
    ['TROUPE_URL', 'notaurl', 'must be an address such as https://troupe.example'],
  ])('%s=%s is told in a sentence', (name, value, sentence) => {
    expect(wrongVariables({ [name]: value })).toEqual([`${name} ${sentence}.`]);
  });

  it('may not break a production process on purpose', () => {
    const variables = { NODE_ENV: 'production', TROUPE_FAILPOINTS: 'claim' };
    expect(wrongVariables(variables)).toEqual([
      expect.stringMatching(/^TROUPE_FAILPOINTS .*for tests only\.$/),
    ]);
    expect(wrongVariables({ ...variables, NODE_ENV: 'development' })).toEqual([]);
  });
});
