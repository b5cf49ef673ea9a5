import { createServer, get, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStreamDoor } from '../../server/trpc/stream-door';
import { plainEnvironment } from '../support/environment';
import { eventually } from '../support/eventually';

plainEnvironment();
const CHUNK = new Uint8Array(65_536).fill(97);
let left: boolean;
let made: number;
/** A stream without end, which counts what it was asked for. */
const endless = (asked: Request): Response => {
  left = false;
  made = 0;
  asked.signal.addEventListener('abort', () => {
    left = true;
  });
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      made += 1;
      controller.enqueue(CHUNK);
    },
  });
  return new Response(body, {
    headers: [
      ['content-type', 'text/event-stream'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ],
  });
};

let server: Server;
let port: number;
beforeAll(async () => {
  openStreamDoor({ names: (path) => path === '/stream', answer: async (asked) => endless(asked) });
  server = createServer((_request, response) => response.end('behind'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const answerOf = (path: string, method = 'GET'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ port, path, method, agent: false }, resolve).once('error', reject).end();
  });
const textOf = async (message: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of message) text += piece;
  return text;
};

it('answers a stream itself, with the headers that every answer has and each cookie of its own', async () => {
  const answer = await answerOf('/stream?input=1');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'set-cookie': ['a=1', 'b=2'],
  });
  answer.destroy();
});

it.each([
  ['/other', 'GET'],
  ['/stream', 'POST'],
  ['/stream/', 'GET'],
])('leaves %s by %s to whoever listened before', async (path, method) => {
  expect(await textOf(await answerOf(path, method))).toBe('behind');
});

it('tells the stream when its client has left', async () => {
  const answer = await answerOf('/stream');
  expect(left).toBe(false);
  answer.destroy();
  await eventually(() => expect(left).toBe(true));
});

it('asks a stream for no more than its client reads', async () => {
  const asked = get({ port, path: '/stream', agent: false });
  const answer = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve));
  answer.pause();
  // The system's own buffers fill first.
  let before = -1;
  await eventually(
    () => {
      const grown = made > before;
      before = made;
      expect(grown).toBe(false);
    },
    10_000,
    300,
  );
  const held = made;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(made).toBe(held);
  answer.resume();
  await eventually(() => expect(made).toBeGreaterThan(held + 10));
  answer.destroy();
});
