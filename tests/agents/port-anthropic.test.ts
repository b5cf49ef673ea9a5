import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelPort } from '../../server/agents/model-port';
import type { ModelRequest } from '../../server/agents/port';
import { VERDICT_SCHEMA } from '../../server/agents/prompt/verdict';
import { plainEnvironment } from '../support/environment';

plainEnvironment();

type Event = { type: string; [key: string]: unknown };
type Seen = { url: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };

let server: Server;
let baseUrl: string;
let events: Event[] = [];
let status = 200;
let seen: Seen;

beforeAll(async () => {
  server = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    seen = { url: req.url ?? '', headers: req.headers, body: JSON.parse(body) };
    if (status !== 200) {
      const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
      res
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' })
        .end(JSON.stringify(error));
      return;
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const START: Event = {
  type: 'message_start',
  message: {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 21, output_tokens: 1 },
  },
};
const text = (...pieces: string[]): Event[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...pieces.map((piece) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: piece },
  })),
  { type: 'content_block_stop', index: 0 },
];
const end = (reason: string): Event[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];

const REQUEST: ModelRequest = {
  model: 'claude-x',
  system: 'You are a test.',
  messages: [{ role: 'user', text: 'Go.' }],
  tools: [],
  maxOutputTokens: 500,
};
const call = (patch: Partial<ModelRequest> = {}, onText?: (delta: string) => void) =>
  modelPort({ kind: 'anthropic', baseUrl, apiKey: 'sk-ant-1' }).call(
    { ...REQUEST, ...patch },
    { signal: AbortSignal.timeout(5_000), onText },
  );

it('speaks to Anthropic: streams, counts, sends key, system and limit', async () => {
  events = [START, ...text('one ', 'two'), ...end('end_turn')];
  const heard: string[] = [];
  expect(await call({}, (delta) => heard.push(delta))).toEqual({
    text: 'one two',
    toolCalls: [],
    finish: 'stop',
    usage: { inputTokens: 21, outputTokens: 9 },
  });
  expect(heard).toEqual(['one ', 'two']);
  expect(seen.url).toBe('/v1/messages');
  expect(seen.headers['x-api-key']).toBe('sk-ant-1');
  expect(seen.body).toMatchObject({ model: 'claude-x', max_tokens: 500, stream: true });
});

it('hands on the tool calls of Anthropic', async () => {
  events = [
    START,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't1', name: 'look_up', input: {} },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"x"}' } },
    { type: 'content_block_stop', index: 0 },
    ...end('tool_use'),
  ];
  const tools = [{ name: 'look_up', description: 'd', inputSchema: { type: 'object', properties: {} } }];
  const answer = await call({ tools });
  expect(answer.finish).toBe('tool_calls');
  expect(answer.toolCalls).toEqual([{ id: 't1', name: 'look_up', args: { q: 'x' } }]);
});

it('asks Anthropic for structured output', async () => {
  events = [START, ...text('{"accept":true,', '"issues":[]}'), ...end('end_turn')];
  const answer = await call({ schema: VERDICT_SCHEMA });
  expect(JSON.parse(answer.text)).toEqual({ accept: true, issues: [] });
  expect(JSON.stringify(seen.body)).toContain('"accept"');
});

it('never takes half a stream of Anthropic for an answer, nor its first figures for the bill', async () => {
  events = [START, ...text('one ').slice(0, 2)];
  await expect(call()).rejects.toMatchObject({
    reason: 'half_stream',
    retryable: true,
    usage: null,
  });
});

it('fails with a refusal of Anthropic and what it cost', async () => {
  events = [START, ...text('No.'), ...end('refusal')];
  const usage = { inputTokens: 21, outputTokens: 9 };
  await expect(call()).rejects.toMatchObject({ reason: 'refused', retryable: false, usage });
});

it('classifies an overloaded Anthropic, before the stream and inside it', async () => {
  status = 529;
  await expect(call()).rejects.toMatchObject({ reason: 'overloaded', retryable: true, retryAfterMs: 3_000 });
  status = 200;
  events = [START, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }];
  await expect(call()).rejects.toMatchObject({ reason: 'overloaded', retryable: true });
});
