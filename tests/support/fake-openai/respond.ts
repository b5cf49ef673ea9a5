import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { chunksOf, completionOf } from './chunks';
import type { Call, Reply } from './types';

const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
const HUGE_BYTES = 50 * 1024 * 1024;
const DRIP_MS = 1_000;

/** Writes and waits until the client took it, so that a client that is gone stops the writer. */
async function write(res: ServerResponse, text: string): Promise<void> {
  if (res.destroyed || res.write(text)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      res.off('drain', go).off('close', go);
      resolve();
    };
    res.on('drain', go).on('close', go);
  });
}

const json = (res: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const errorBody = (type: string) => JSON.stringify({ error: { message: `scripted ${type}`, type } });

/** Faults that replace the answer; true when one did. */
async function fail(res: ServerResponse, reply: Reply): Promise<boolean> {
  if (reply.status !== undefined) {
    json(res, reply.status, reply.body ?? errorBody('server_error'), reply.headers);
    return true;
  }
  switch (reply.fault) {
    case 'hang':
      return true;
    case 'error_body_200':
      json(res, 200, errorBody('overloaded_error'));
      return true;
    case 'wrong_type':
      res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome to the portal</p>');
      return true;
    case 'huge':
      res.writeHead(200, EVENT_STREAM);
      for (let sent = 0; sent < HUGE_BYTES && !res.destroyed; sent += 65_536) {
        await write(res, `: ${'x'.repeat(65_532)}\n\n`);
      }
      res.end();
      return true;
    case 'drip':
      res.writeHead(200, EVENT_STREAM);
      while (!res.destroyed) {
        await write(res, ':');
        await delay(DRIP_MS);
      }
      return true;
    default:
      return false;
  }
}

/** Faults in the middle of a stream that began well; true when the stream ends here. */
async function breakMidway(res: ServerResponse, reply: Reply): Promise<boolean> {
  switch (reply.fault) {
    case 'hang_midway':
      return true;
    case 'half_fin':
      res.end();
      return true;
    case 'half_rst':
      // Lets what was written so far arrive first.
      await delay(20);
      res.socket?.resetAndDestroy();
      return true;
    case 'error_event':
      await write(res, `data: ${errorBody('overloaded_error')}\n\n`);
      res.end();
      return true;
    case 'malformed_json':
      await write(res, 'data: {"choices":[{"delta":{"content":"oh\n\n');
      return false;
    default:
      return false;
  }
}

/** Answers one call as its reply says. Resolves when everything that will be sent was sent. */
export async function respond(res: ServerResponse, call: Call, reply: Reply): Promise<void> {
  if (reply.callDelayMs) await delay(reply.callDelayMs);
  if (res.destroyed || (await fail(res, reply))) return;
  if (!call.body.stream) return void json(res, 200, completionOf(call, reply));
  const { opening, words, ending } = chunksOf(call, reply);
  res.writeHead(200, EVENT_STREAM);
  const pace = reply.wordDelayMs ?? 0;
  if (pace === 0 && !reply.fault) return void res.end(opening + words.join('') + ending);
  await write(res, opening);
  const half = Math.ceil(words.length / 2);
  for (const [index, word] of words.entries()) {
    if (res.destroyed) return;
    if (index === half && (await breakMidway(res, reply))) return;
    await write(res, word);
    if (pace > 0) await delay(pace);
  }
  res.end(ending);
}
