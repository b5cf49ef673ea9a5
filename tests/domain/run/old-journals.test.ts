import { readdirSync, readFileSync } from 'node:fs';
import { replay } from '@domain/run/apply';
import { type Fact, FactBody } from '@domain/run/fact';
import { isEnded } from '@domain/run/state';
import { describe, expect, it } from 'vitest';
import { timeless } from './run';

type Recorded = { name: string; facts: Fact[]; state: object };

/**
 * Journals as an earlier version left them, each with the state that it then folded to. A file is never changed and
 * never recorded again: a version that cannot read one cannot read what is stored. A new file is added beside it.
 */
const FOLDER = 'tests/fixtures/';
const journals = readdirSync(FOLDER)
  .filter((name) => /^journals-.*\.jsonl$/.test(name))
  .flatMap((name) =>
    readFileSync(`${FOLDER}${name}`, 'utf8')
      .trim()
      .split('\n')
      .map((line): [string, Recorded] => {
        const recorded: Recorded = JSON.parse(line);
        return [`${name}, ${recorded.name}`, recorded];
      }),
  );

describe('a journal of an earlier version', () => {
  it.each(journals)('is read and folds to the state that it had then: %s', (_, { facts, state }) => {
    for (const { seq: _seq, at: _at, ...body } of facts) expect(FactBody.parse(body)).toEqual(body);
    const now = replay(facts);
    expect(isEnded(now)).toBe(true);
    // What later versions add to the state may stand beside what was there.
    expect(timeless(now)).toMatchObject(state);
  });

  it('is there for every protocol', () => {
    const protocols = journals.flatMap(([, { facts }]) =>
      facts.flatMap((fact) => (fact.type === 'plan.created' ? [fact.plan.protocol] : [])),
    );
    expect([...new Set(protocols)].sort()).toEqual(
      ['dag', 'fan_out', 'handoff', 'lead_workers', 'pipeline', 'review_gate'].sort(),
    );
  });

  it.each(['plan.task.started', 'plan.task.reopened', 'model.settled', 'approval.resolved'])(
    'control: without its facts %s it does not fold to that state',
    (type) => {
      const [, { facts, state }] = journals.find(([, { facts: all }]) =>
        all.some((fact) => fact.type === type),
      )!;
      const less = replay(facts.filter((fact) => fact.type !== type));
      expect(() => expect(timeless(less)).toMatchObject(state)).toThrow();
    },
  );
});
