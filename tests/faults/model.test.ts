import { RETRY_BASE_MS, RETRY_MAX_MS } from '@domain/run/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../support/fake-openai';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { openSite } from './support/site';
import type { WorkerProcess } from './support/worker-process';

const site = await openSite();
const WHOLE = 'one two three four five six seven eight nine ten';
const TELLING = { reason: 'bad_answer', retried: true } as const;

let worker: WorkerProcess;
beforeAll(async () => {
  worker = await site.worker('', { TROUPE_MODEL_SILENCE_MS: '400' });
});
/** Every answer above came to one and the same process. */
afterAll(() => expect(worker.alive).toBe(true));

/** A run of one step whose first call is answered so, and each later one whole. */
async function answered(first: Reply) {
  site.model.script((call) =>
    call.trace.epoch === 1 && call.trace.ordinal === 1
      ? { ...(first.toolCalls ? {} : { text: WHOLE }), ...first }
      : { text: WHOLE },
  );
  const runId = await site.run(['draft']);
  await site.ended(runId);
  expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  const facts = await factsOf(site.db, runId);
  const { rows } = await site.db.admin.query('SELECT text FROM artifact WHERE run_id = $1', [runId]);
  return { runId, facts, texts: rows.map((row) => String(row.text)) };
}

type Row = [
  name: string,
  first: Reply,
  then: { reason: string; retried?: boolean; bill?: 'nothing' | 'unknown' },
];
const ROWS: Row[] = [
  ['429', { status: 429 }, { reason: 'rate_limited', retried: true, bill: 'nothing' }],
  ['500', { status: 500 }, { reason: 'server_error', retried: true }],
  ['529', { status: 529 }, { reason: 'overloaded', retried: true, bill: 'nothing' }],
  ['a server that hangs', { fault: 'hang' }, { reason: 'silence', retried: true, bill: 'unknown' }],
  ['one that hangs midway', { fault: 'hang_midway' }, { reason: 'silence', retried: true, bill: 'unknown' }],
  ['200 with an error body', { fault: 'error_body_200' }, { reason: 'overloaded', retried: true }],
  ['malformed JSON', { fault: 'malformed_json' }, { ...TELLING, bill: 'unknown' }],
  [
    'half a stream, then FIN',
    { fault: 'half_fin' },
    { reason: 'half_stream', retried: true, bill: 'unknown' },
  ],
  [
    'half a stream, then RST',
    { fault: 'half_rst' },
    { reason: 'half_stream', retried: true, bill: 'unknown' },
  ],
  ['a wrong content type', { fault: 'wrong_type' }, TELLING],
  ['50 MB of body', { fault: 'huge' }, TELLING],
  ['empty text', { fault: 'empty' }, { reason: 'empty', retried: true }],
  ['a refusal', { fault: 'refusal' }, { reason: 'refused' }],
  ['400', { status: 400 }, { reason: 'bad_request', bill: 'nothing' }],
  [
    'a thousand tool calls',
    { toolCalls: Array.from({ length: 1_000 }, () => ({ name: 'look_up', args: {} })) },
    TELLING,
  ],
];

describe('F-23 what a model server may answer to a worker', () => {
  it.each(ROWS)(
    '%s: the step tries again or fails for good, and a part is never taken for the whole',
    async (_name, first, then) => {
      const { facts, texts } = await answered(first);
      const retries = facts.filter((fact) => fact.type === 'plan.task.retried');
      expect(facts.find((fact) => fact.type === 'model.settled')).toMatchObject(
        then.bill === 'nothing'
          ? { outcome: 'failed', costMicros: 0, unknownMicros: 0 }
          : then.bill === 'unknown'
            ? { outcome: 'unknown', unknownMicros: expect.toSatisfy((micros: number) => micros > 0) }
            : {},
      );
      if (!then.retried) {
        expect(facts.find((fact) => fact.type === 'run.failed')).toMatchObject({ reason: then.reason });
        expect([retries, texts]).toEqual([[], []]);
        return;
      }
      expect(retries).toMatchObject([{ reason: then.reason, attempt: 2 }]);
      const { delayMs } = retries[0]!;
      expect(delayMs).toBeGreaterThanOrEqual(RETRY_BASE_MS / 2);
      expect(delayMs).toBeLessThanOrEqual(RETRY_MAX_MS);
      expect(facts.some((fact) => fact.type === 'run.completed')).toBe(true);
      expect(texts).toEqual([WHOLE]);
    },
  );

  it('429 with Retry-After: the next attempt comes no sooner than it was asked to', async () => {
    const { runId } = await answered({ status: 429, headers: { 'retry-after': '2' } });
    const [refused, again] = site.model.calls.filter((call) => call.trace.run === runId);
    expect(again!.at - refused!.at).toBeGreaterThanOrEqual(2_000);
  });

  it.each(['usage_missing', 'usage_negative', 'usage_nan'] as const)(
    '%s: the answer counts, at the price of its whole ceiling',
    async (fault) => {
      const { facts, texts } = await answered({ fault });
      const opened = facts.find((fact) => fact.type === 'model.called');
      expect(facts.find((fact) => fact.type === 'model.settled')).toMatchObject({
        outcome: 'ok',
        costMicros: opened?.ceilingMicros,
        detail: 'usage_missing',
      });
      expect(texts).toEqual([WHOLE]);
    },
  );

  it('tools that it has not, with arguments that are no JSON: the model is told, and goes on', async () => {
    const toolCalls = [
      { name: 'no_such_tool', args: { a: 1 } },
      { name: 'no_such_tool', args: '{"a": ' },
    ];
    const { facts, texts } = await answered({ toolCalls });
    expect(facts.filter((fact) => fact.type === 'plan.task.retried')).toEqual([]);
    expect(texts).toEqual([WHOLE]);
  });

  it('control: a fault that goes on for ever is not tried for ever: the run fails with its reason', async () => {
    site.model.script(() => ({ fault: 'half_rst', text: WHOLE }));
    const runId = await site.run(['draft']);
    await site.ended(runId);
    const facts = await factsOf(site.db, runId);
    expect(facts.find((fact) => fact.type === 'run.failed')).toMatchObject({ reason: 'half_stream' });
    expect(facts.filter((fact) => fact.type === 'plan.task.started')).toHaveLength(3);
    const { rows } = await site.db.admin.query('SELECT FROM artifact WHERE run_id = $1', [runId]);
    expect(rows).toHaveLength(0);
  });
});
