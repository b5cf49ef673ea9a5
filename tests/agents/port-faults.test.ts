import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModelError, type ModelErrorReason } from '../../server/agents/model-error';
import { type ModelConnection, modelPort, type PortOptions } from '../../server/agents/model-port';
import type { ModelRequest } from '../../server/agents/port';
import { plainEnvironment } from '../support/environment';
import { type FakeOpenAI, fakeOpenAI, type Reply } from '../support/fake-openai';

plainEnvironment();

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await fakeOpenAI();
});
afterAll(() => fake.close());

const REQUEST: ModelRequest = {
  model: 'fake',
  system: 'You are a test.',
  messages: [{ role: 'user', text: 'Say something long.' }],
  tools: [],
  maxOutputTokens: 500,
};

const TEXT = 'one two three four five six seven eight nine ten';

async function call(
  reply: Reply,
  options: PortOptions & { request?: Partial<ModelRequest>; kind?: 'openai' | 'openai_compatible' } = {},
) {
  const { request, kind = 'openai_compatible', ...rest } = options;
  fake.script([{ reply: { ...(reply.toolCalls ? {} : { text: TEXT }), ...reply } }]);
  const connection: ModelConnection = { kind, baseUrl: fake.url, apiKey: 'sk-test-key-1234' };
  const heard: string[] = [];
  const answer = await modelPort(connection, rest).call(
    { ...REQUEST, ...request },
    { signal: AbortSignal.timeout(20_000), onText: (delta) => heard.push(delta) },
  );
  return { answer, heard };
}

const failure = async (reply: Reply, options: Parameters<typeof call>[1] = {}): Promise<ModelError> => {
  const error = await call(reply, options).then(
    ({ answer }) => new Error(`answered ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
};

for (const kind of ['openai_compatible', 'openai'] as const) {
  it(`streams every word and reports the usage that the server counted (${kind})`, async () => {
    const { answer, heard } = await call({}, { kind });
    expect(heard.join('')).toBe(TEXT);
    expect(heard.length).toBeGreaterThan(5);
    const { input, output } = fake.calls.at(-1)!.tokens;
    expect(answer).toEqual({
      text: TEXT,
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: input, outputTokens: output },
    });
  });
}

const FAULTS: [name: string, reply: Reply, reason: ModelErrorReason, retryable: boolean][] = [
  ['429', { status: 429 }, 'rate_limited', true],
  [
    '429 of an empty account',
    { status: 429, body: '{"error":{"message":"x","code":"insufficient_quota"}}' },
    'quota',
    false,
  ],
  ['500', { status: 500 }, 'server_error', true],
  ['503', { status: 503, body: 'try later' }, 'overloaded', true],
  ['529', { status: 529 }, 'overloaded', true],
  ['400', { status: 400, body: '{"error":{"message":"no such parameter"}}' }, 'bad_request', false],
  [
    '400 for a prompt that is too long',
    { status: 400, body: '{"error":{"message":"m","code":"context_length_exceeded"}}' },
    'too_long',
    false,
  ],
  [
    '400 of a content filter',
    { status: 400, body: '{"error":{"message":"m","code":"content_filter"}}' },
    'refused',
    false,
  ],
  ['404', { status: 404 }, 'not_found', false],
  ['a redirect', { status: 307, headers: { location: 'https://example.com/' } }, 'not_found', false],
  ['a 200 with an error body', { fault: 'error_body_200' }, 'overloaded', true],
  ['an error after the first words', { fault: 'error_event' }, 'half_stream', true],
  ['malformed JSON', { fault: 'malformed_json' }, 'bad_answer', true],
  ['half a stream, then FIN', { fault: 'half_fin' }, 'half_stream', true],
  ['half a stream, then RST', { fault: 'half_rst' }, 'half_stream', true],
  ['a wrong content type', { fault: 'wrong_type' }, 'bad_answer', true],
  ['a refusal', { fault: 'refusal' }, 'refused', false],
  ['a stop by the content filter', { finish: 'content_filter' }, 'refused', false],
  ['empty text', { fault: 'empty' }, 'empty', true],
];

for (const kind of ['openai_compatible', 'openai'] as const) {
  it.each(FAULTS)(`classifies %s, F-23 (${kind})`, async (_name, reply, reason, retryable) => {
    const error = await failure(reply, { kind });
    expect({ reason: error.reason, retryable: error.retryable }).toEqual({ reason, retryable });
  });
}

it('gives up on an answer of 50 MB after 10 MB, F-23', async () => {
  const error = await failure({ fault: 'huge' });
  expect(error.reason).toBe('bad_answer');
  await fake.when(() => fake.calls.at(-1)?.outcome === 'aborted');
});

it.each(['hang', 'hang_midway'] as const)(
  'gives up on a server that falls silent (%s), F-23',
  async (fault) => {
    const error = await failure({ fault }, { silenceMs: 200 });
    expect(error.reason).toBe('silence');
    expect(error.retryable).toBe(true);
    await fake.when(() => fake.calls.at(-1)?.outcome === 'aborted');
  },
);

it('ends a drip of bytes by the clock of the whole call, F-23', async () => {
  const error = await failure({ fault: 'drip' }, { silenceMs: 5_000, callMs: 1_500 });
  expect(error.reason).toBe('timeout');
});

it('says so when nothing listens, F-23', async () => {
  const gone = await fakeOpenAI();
  await gone.close();
  const port = modelPort({ kind: 'openai_compatible', baseUrl: gone.url });
  const error = await port.call(REQUEST, { signal: AbortSignal.timeout(5_000) }).catch((e: unknown) => e);
  expect(error).toMatchObject({ reason: 'connection', retryable: true });
});

it('honours Retry-After in seconds and as a date, F-23', async () => {
  const seconds = await failure({ status: 429, headers: { 'retry-after': '7' } });
  expect(seconds.retryAfterMs).toBe(7_000);
  const date = new Date(Date.now() + 60_000).toUTCString();
  const dated = await failure({ status: 503, headers: { 'retry-after': date } });
  expect(dated.retryAfterMs).toBeGreaterThan(50_000);
  expect(dated.retryAfterMs).toBeLessThanOrEqual(60_000);
  const senseless = await failure({ status: 429, headers: { 'retry-after': 'soon' } });
  expect(senseless.retryAfterMs).toBeUndefined();
});

it.each(['usage_missing', 'usage_negative', 'usage_nan'] as const)(
  'answers null for %s, F-23',
  async (fault) => {
    for (const kind of ['openai_compatible', 'openai'] as const) {
      const { answer } = await call({ fault }, { kind });
      expect(answer).toMatchObject({ text: TEXT, finish: 'stop', usage: null });
    }
  },
);

it('tells an answer that was cut at its length from a whole one', async () => {
  const { answer } = await call({ finish: 'length' });
  expect(answer.finish).toBe('length');
});

it('never puts the key into a message', async () => {
  const locked = await fakeOpenAI({ apiKey: 'another' });
  const port = modelPort({ kind: 'openai_compatible', baseUrl: locked.url, apiKey: 'sk-test-key-1234' });
  const error: unknown = await port.call(REQUEST, { signal: AbortSignal.timeout(5_000) }).catch((e) => e);
  expect(error).toMatchObject({ reason: 'auth', retryable: false });
  expect(String(error)).toContain('Incorrect API key');
  expect(String(error)).not.toContain('sk-test-key-1234');
  await locked.close();
});

const TOOL = {
  name: 'look_up',
  description: 'Looks something up',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
};

it('hands tool calls on, also unknown ones and those with broken arguments, F-23', async () => {
  const { answer } = await call(
    {
      toolCalls: [
        { name: 'look_up', args: { q: 'x' } },
        { name: 'no_such_tool', args: { a: 1 } },
        { name: 'look_up', args: '{"q": ' },
      ],
    },
    { request: { tools: [TOOL] } },
  );
  expect(answer.finish).toBe('tool_calls');
  expect(
    answer.toolCalls.map(({ name, args, invalid }) => ({ name, args, broken: invalid !== undefined })),
  ).toEqual([
    { name: 'look_up', args: { q: 'x' }, broken: false },
    { name: 'no_such_tool', args: { a: 1 }, broken: false },
    { name: 'look_up', args: '{"q": ', broken: true },
  ]);
});

it('refuses an answer with a thousand tool calls, F-23', async () => {
  const toolCalls = Array.from({ length: 1_000 }, () => ({ name: 'look_up', args: { q: 'x' } }));
  const error = await failure({ toolCalls }, { request: { tools: [TOOL] } });
  expect(error.reason).toBe('bad_answer');
});
