import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { env } from '../env';
import { log } from '../log';
import { ANSWER_HEADERS } from '../net/answer-headers';

type Door = {
  /** Whether this path, query aside, is a stream's. */
  names: (path: string) => boolean;
  answer: (request: Request) => Promise<Response>;
};

const CHANNEL = 'http.server.request.start';
/** Route modules are loaded more than once; the door of the last one counts. */
const OPENED = Symbol.for('troupe.stream-door');
const globals = globalThis as { [OPENED]?: Door };

/**
 * Answers streams beside Next. What Next keeps of a request (76 KB) it keeps until the answer ends, and a stream's
 * does not for as long as somebody watches; a request that never was in its hands holds a third of that. Only a
 * process that has loaded the route has a door, so the first request for a stream may still come by way of Next:
 * both ways end in the same `answer`.
 */
export function openStreamDoor(door: Door): void {
  const first = !globals[OPENED];
  globals[OPENED] = door;
  if (first) diagnostics.subscribe(CHANNEL, meet);
}

const met = new WeakSet<Server>();

/** Called before the server tells its listeners: those of a server that is new here are put behind the door. */
function meet(message: unknown): void {
  const { server } = message as { server: Server };
  if (met.has(server)) return;
  met.add(server);
  const behind = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '';
    const door = globals[OPENED];
    if (request.method === 'GET' && door?.names(path)) void stream(door, request, response);
    else for (const listener of behind) listener.call(server, request, response);
  });
}

async function stream(door: Door, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  try {
    const { status, headers, body } = await door.answer(requestOf(incoming, gone.signal));
    outgoing.writeHead(status, { ...ANSWER_HEADERS, ...Object.fromEntries(headers), ...cookiesOf(headers) });
    if (body) await pour(body, outgoing, gone.signal);
    outgoing.end();
  } catch (error) {
    log().error({ err: error }, 'a stream could not be answered');
    outgoing.destroy();
  }
}

const cookiesOf = (headers: Headers) => {
  const cookies = headers.getSetCookie();
  return cookies.length > 0 ? { 'set-cookie': cookies } : {};
};

function requestOf({ url, method, headers }: IncomingMessage, signal: AbortSignal): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Request(new URL(url ?? '/', env().TROUPE_URL), { method, headers: pairs, signal });
}

/** As fast as the client reads; a client that leaves ends it. */
async function pour(body: ReadableStream<Uint8Array>, out: ServerResponse, gone: AbortSignal): Promise<void> {
  const reader = body.getReader();
  gone.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true });
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (gone.aborted) return;
    if (!out.write(piece.value)) await drained(out, gone);
  }
}

const drained = (out: ServerResponse, gone: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (gone.aborted) return resolve();
    out.once('drain', resolve);
    out.once('close', resolve);
  });
