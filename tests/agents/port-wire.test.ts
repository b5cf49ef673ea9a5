import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelPort } from '../../server/agents/model-port';
import { type ModelRequest, traceHeaders } from '../../server/agents/port';
import { VERDICT_SCHEMA } from '../../server/agents/prompt/verdict';
import { plainEnvironment } from '../support/environment';
import { type FakeOpenAI, fakeOpenAI } from '../support/fake-openai';

plainEnvironment();

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await fakeOpenAI();
});
afterAll(() => fake.close());

const REQUEST: ModelRequest = {
  model: 'fake',
  system: 'You are a test.',
  messages: [{ role: 'user', text: 'Go.' }],
  tools: [],
  maxOutputTokens: 500,
};
const port = () => modelPort({ kind: 'openai_compatible', baseUrl: fake.url, apiKey: 'k' });

it('closes the socket within a second after an abort and answers `aborted`', async () => {
  fake.script([{ reply: { text: 'word '.repeat(2_000), wordDelayMs: 5 } }]);
  const stop = new AbortController();
  const heard: string[] = [];
  const answer = port().call(REQUEST, {
    signal: stop.signal,
    onText: (delta) => {
      heard.push(delta);
      if (heard.length === 5) stop.abort();
    },
  });
  await expect(answer).rejects.toMatchObject({ reason: 'aborted', retryable: false });
  const stopped = Date.now();
  await fake.when(() => fake.calls.at(-1)?.outcome === 'aborted');
  expect(Date.now() - stopped).toBeLessThan(1_000);
});

it('aborts a call that the server has not begun to answer', async () => {
  const held = fake.hold({});
  const stop = new AbortController();
  const answer = port().call(REQUEST, { signal: stop.signal });
  const call = await held.reached;
  stop.abort();
  await expect(answer).rejects.toMatchObject({ reason: 'aborted' });
  await fake.when(() => call.outcome === 'aborted');
  held.release();
});

it('sends nothing for a signal that was aborted before', async () => {
  const before = fake.calls.length;
  await expect(port().call(REQUEST, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    reason: 'aborted',
  });
  expect(fake.calls.length).toBe(before);
});

it('sends the trace of the call, the whole conversation and the tools', async () => {
  fake.script([{ reply: { text: 'ok' } }]);
  await port().call(
    {
      ...REQUEST,
      headers: traceHeaders({ runId: 'r1', stepId: 'schritt äß', round: 2, epoch: 3, ordinal: 4 }),
      tools: [{ name: 't', description: 'd', inputSchema: { type: 'object', properties: {} } }],
      messages: [
        { role: 'user', text: 'Go.' },
        { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 't', args: {} }] },
        { role: 'tool', callId: 'c1', name: 't', text: 'result' },
      ],
    },
    { signal: AbortSignal.timeout(5_000) },
  );
  const seen = fake.calls.at(-1)!;
  expect(seen.trace).toEqual({ run: 'r1', step: 'schritt äß', round: 2, epoch: 3, ordinal: 4 });
  expect(seen.body.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(seen.body.tools?.map((tool) => tool.function.name)).toEqual(['t']);
});

it('asks for structured output and gets a verdict as JSON', async () => {
  fake.script(undefined);
  const prompt = '<round>\n1\n</round>\n<work>\nx\n</work>';
  const answer = await port().call(
    { ...REQUEST, messages: [{ role: 'user', text: prompt }], schema: VERDICT_SCHEMA },
    { signal: AbortSignal.timeout(5_000) },
  );
  expect(fake.calls.at(-1)!.body.response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { name: 'verdict' },
  });
  expect(JSON.parse(answer.text)).toMatchObject({ accept: false });
});

it('asks loosely by a schema that providers refuse to be held to word by word', async () => {
  const properties = { title: { type: 'string' }, note: { type: 'string' } };
  const schema = { type: 'object', properties, additionalProperties: false };
  const strictness = async (required: string[]) => {
    fake.script(undefined);
    const asked = { name: 'contract', jsonSchema: { ...schema, required } };
    await port().call({ ...REQUEST, schema: asked }, { signal: AbortSignal.timeout(5_000) });
    return fake.calls.at(-1)!.body.response_format;
  };
  expect(await strictness(['title', 'note'])).toMatchObject({ json_schema: { strict: true } });
  expect(await strictness(['title'])).toMatchObject({ json_schema: { strict: false } });
});

it('calls no inner address and no store of its own, also where local model servers are allowed', async () => {
  for (const baseUrl of ['http://10.0.0.1/v1', 'http://169.254.169.254/v1', 'http://127.0.0.1:54321/v1']) {
    const call = modelPort({ kind: 'openai_compatible', baseUrl }).call(REQUEST, {
      signal: AbortSignal.timeout(5_000),
    });
    await expect(call).rejects.toMatchObject({ reason: 'blocked_url', retryable: false });
  }
});
