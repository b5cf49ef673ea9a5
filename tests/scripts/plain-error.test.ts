import { describe, expect, it } from 'vitest';
import { explain, PlainError } from '../../scripts/start/plain-error';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

describe('a failure at start', () => {
  it.each([
    [coded('ENOSPC', 'write'), /Disk full while building.*Free some space/],
    [coded('53100', 'could not extend file'), /Disk full while building/],
    [new Error('initdb: No space left on device'), /Disk full while building/],
    [coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432'), /Cannot reach the database.*DATABASE_URL/],
    [coded('ENOTFOUND'), /Cannot reach the database/],
    [coded('28P01', 'password authentication failed'), /refused the sign-in.*Check DATABASE_URL/],
    [coded('3D000', 'database "troupe" does not exist'), /does not exist/],
  ])('is told in a sentence with a way out: %s', (error, sentence) => {
    const told = explain(error, 'building');
    expect(told).toBeInstanceOf(PlainError);
    expect(told.message).toMatch(sentence);
  });

  it('that nobody foresaw keeps its stack', () => {
    const error = new Error('something else');
    expect(explain(error, 'building')).toBe(error);
  });

  it('without an address for one host but for several is told as well', () => {
    const error = new AggregateError([coded('ECONNREFUSED')], '');
    Object.assign(error, { code: 'ECONNREFUSED' });
    expect(explain(error, 'building').message).toMatch(/Cannot reach the database/);
  });
});
