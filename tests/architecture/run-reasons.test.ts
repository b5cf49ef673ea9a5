import { TERMINAL } from '@domain/run/state';
import { stopReason } from '@domain/run/stop-reason';
import { describe, expect, it } from 'vitest';
import english from '../../messages/en.json';
import russian from '../../messages/ru.json';
import { constantsIn, namesOf, reasonsIn, wordsOf } from './run-reasons';
import { sources, withoutComments } from './sources';

const ENDS = /^server\/(?:domain\/run|services\/step)\/|^server\/services\/run\/(?:cancel|sweep)\.ts$/;

const text = (path: string): string => sources().find((source) => source.path === path)?.text ?? '';
const written = sources()
  .filter(({ path }) => ENDS.test(path))
  .map((source) => withoutComments(source.text))
  .flatMap((code) => [...reasonsIn(code), ...constantsIn(code)]);
/** What a tool tells the model and a run never ends with. */
const ofTools = new Set([
  ...wordsOf(withoutComments(text('server/agents/tools/refused.ts')), 'Refusal'),
  ...reasonsIn(withoutComments(text('server/domain/run/arrange.ts'))),
]);
const ofModels = namesOf(withoutComments(text('server/agents/model-error.ts')), 'RETRYABLE');
/** What a step says that was stopped with its run. */
const ofStops = [...TERMINAL].filter((status) => status !== 'completed').map(stopReason);
const ofRuns = written.filter((reason) => !ofTools.has(reason));
const all = [...new Set([...ofRuns, ...ofModels, ...ofStops])].sort();

describe('a reason why a run or a step ended', () => {
  it.each([
    ['English', english],
    ['Russian', russian],
  ])('has a sentence in the %s catalogue, whoever writes it', (_language, { runReasons }) => {
    expect(all.filter((reason) => !(reason in runReasons))).toEqual([]);
  });

  it('has no sentence when nobody writes it', () => {
    expect(Object.keys(english.runReasons).filter((reason) => !all.includes(reason))).toEqual([]);
  });

  it('is found in each way in which one is written', () => {
    const code = `fail({ reason: 'max_turns', detail: 'ignored' });
      const reason = late ? 'timed_out' : error.reason;
      const fact = { reason: asked || 'stopped' };
      draft.add(retryOrFail(state, id, 'crashed', 'The worker stopped answering', 0));`;
    expect(reasonsIn(code).sort()).toEqual(['crashed', 'max_turns', 'stopped', 'timed_out']);
    expect(reasonsIn("const reason = kind === 'question' ? 'a' : why['reason'];")).toEqual(['a']);
    expect(constantsIn("export const OVER = 'parent_ended';")).toEqual(['parent_ended']);
    expect(wordsOf("export type Refusal =\n  | 'bad_path'\n  | 'conflict';", 'Refusal')).toEqual([
      'bad_path',
      'conflict',
    ]);
    expect(
      namesOf('const RETRYABLE = {\n  auth: false,\n  silence: true,\n} as const;', 'RETRYABLE'),
    ).toEqual(['auth', 'silence']);
    expect(all).toEqual(
      expect.arrayContaining(['internal', 'verdict_invalid', 'rights_lost', 'half_stream']),
    );
  });
});
