import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Barrier, Barriers, matches } from './barriers';
import { countsOf } from './counts';
import { respond } from './respond';
import { promptOf, teamReply } from './team';
import type { Call, ChatBody, Counts, Fault, Match, Reply, Rule } from './types';

export type FakeOptions = {
  /** 0 (default): a free one. */
  port?: number;
  /** Rules, or a function that answers (undefined: the default team behaviour). */
  script?: Rule[] | ((call: Call) => Reply | undefined);
  /** Defaults of every reply, in ms. */
  wordDelayMs?: number;
  callDelayMs?: number;
  /** Length of a default delivery; about 1 KB. */
  textChars?: number;
  /** When set, calls with another bearer token are answered 401. */
  apiKey?: string;
};

export type FakeOpenAI = {
  /** The base address for an `openai_compatible` connection. */
  url: string;
  calls: Call[];
  counts(): Counts;
  /** Holds the calls that match until released: `hold({ n: 3 })`. */
  hold(match: Match): Barrier;
  script(script: FakeOptions['script']): void;
  /** Resolves once the condition holds; checked at every change of a call. */
  when(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
};

/** Faults that end the answer from the server's side: neither finished nor aborted. */
const BROKEN = new Set<Fault>(['error_body_200', 'error_event', 'half_fin', 'half_rst', 'wrong_type']);

const tokens = (text: string): number => Math.ceil(text.length / 4);

const header = (req: IncomingMessage, name: string): string => String(req.headers[`x-troupe-${name}`] ?? '');

async function bodyOf(req: IncomingMessage): Promise<ChatBody> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatBody;
}

/** An OpenAI-compatible model server over HTTP: scripted, counted, held at barriers. */
export async function fakeOpenAI(options: FakeOptions = {}): Promise<FakeOpenAI> {
  let script = options.script;
  const calls: Call[] = [];
  const barriers = new Barriers();
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of waiting) check();
  };

  const replyTo = (call: Call): Reply => {
    if (typeof script === 'function') return script(call) ?? {};
    const rule = script?.find(({ match, times }) => times !== 0 && matches(match ?? {}, call));
    if (rule?.times !== undefined) rule.times -= 1;
    return rule?.reply ?? {};
  };

  const complete = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await bodyOf(req);
    const call: Call = {
      n: calls.length + 1,
      trace: {
        run: header(req, 'run'),
        step: decodeURIComponent(header(req, 'step')),
        round: Number(header(req, 'round')),
        epoch: Number(header(req, 'epoch')),
        ordinal: Number(header(req, 'ordinal')),
      },
      body,
      at: Date.now(),
      outcome: 'open',
      tokens: { input: tokens(promptOf(body)), output: 0 },
    };
    calls.push(call);
    let broken = false;
    res.on('close', () => {
      call.outcome = broken ? 'broken' : res.writableFinished ? 'finished' : 'aborted';
      changed();
    });
    changed();
    await barriers.pass(call);
    const own = replyTo(call);
    const says = own.text !== undefined || own.toolCalls !== undefined;
    const reply = { ...pace(options), ...(says ? {} : teamReply(body, options.textChars ?? 1_000)), ...own };
    broken = reply.status !== undefined || (reply.fault !== undefined && BROKEN.has(reply.fault));
    call.tokens.output = tokens(`${reply.text ?? ''}${JSON.stringify(reply.toolCalls ?? '')}`);
    await respond(res, call, reply);
  };

  const server = createServer((req, res) => {
    const authorised = !options.apiKey || req.headers.authorization === `Bearer ${options.apiKey}`;
    const answer = (status: number, value: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (!authorised) {
      const message = `Incorrect API key provided: ${req.headers.authorization?.slice(7)}`;
      return answer(401, { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } });
    }
    if (req.url === '/v1/models')
      return answer(200, { object: 'list', data: [{ id: 'fake', object: 'model' }] });
    if (req.url !== '/v1/chat/completions') return answer(404, { error: { message: 'no such path' } });
    complete(req, res).catch(() => res.destroy());
  });
  await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    counts: () => countsOf(calls),
    hold: (match) => barriers.hold(match),
    script: (next) => {
      script = next;
    },
    when: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const pace = ({ wordDelayMs, callDelayMs }: FakeOptions): Reply => ({ wordDelayMs, callDelayMs });

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve());
  });
