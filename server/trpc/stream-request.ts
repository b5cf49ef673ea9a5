import { DomainError } from '@domain/errors';
import { RunWatch } from '@domain/run/view';

/** A method or a media type in which a stream cannot be asked for. */
export class StreamRefused extends Error {
  constructor(readonly status: 405 | 406) {
    super('A stream is asked for by GET, as text/event-stream');
    this.name = 'StreamRefused';
  }
}

/** The media ranges that hold `text/event-stream`. */
const STREAMABLE = new Set(['text/event-stream', 'text/*', '*/*']);
const IN_ADDRESS = ['lastEventId', 'Last-Event-Id'];

/**
 * Refuses what no client of a stream sends, before a session is read. The header beside an event in the input is
 * what a browser sends that reconnects: it asks for the same address again. The header then counts, and the input
 * is checked all the same.
 * @throws StreamRefused 405 or 406; bad_request, `last_event_twice` when the address names the event beside another
 */
export function requireStreamRequest({ method, url, headers }: Request): void {
  if (method !== 'GET') throw new StreamRefused(405);
  if (!acceptsStream(headers.get('accept'))) throw new StreamRefused(406);
  const query = new URL(url).searchParams;
  const inAddress = IN_ADDRESS.flatMap((name) => query.getAll(name));
  const inHeader = headers.get('last-event-id');
  const inInput = lastEventOf(query.get('input'));
  const named = inAddress.length + Number(inHeader !== null) + Number(inInput !== undefined);
  if (inAddress.length > 0 && named > 1)
    throw new DomainError('bad_request', 'Name the last event once', { reason: 'last_event_twice' });
  if (!RunWatch.shape.lastEventId.safeParse(inInput).success)
    throw new DomainError('bad_request', 'The request is not valid', {
      issues: [{ path: ['lastEventId'], code: 'invalid_format', message: 'Not an event of this stream' }],
    });
}

const acceptsStream = (accept: string | null): boolean =>
  accept === null ||
  accept.split(',').some((range) => STREAMABLE.has(range.split(';')[0]?.trim().toLowerCase() ?? ''));

/** What the input names, valid or not; an input that cannot be read is refused where it is read. */
function lastEventOf(input: string | null): unknown {
  try {
    const read: unknown = JSON.parse(input ?? 'null');
    return typeof read === 'object' && read !== null && 'lastEventId' in read ? read.lastEventId : undefined;
  } catch {
    return undefined;
  }
}
