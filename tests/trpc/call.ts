import { answerTrpc } from '../../server/trpc/http';
import { ask, ORIGIN, send } from '../support/requests';

export type Kind = 'query' | 'mutation' | 'subscription';

/** Calls a procedure over HTTP as its kind is called; a stream that opened is left at once. */
export async function call(
  { path, kind }: { path: string; kind: Kind },
  input: object,
  cookie: string | undefined,
): Promise<Response> {
  if (kind === 'query') return ask(path, input, { cookie });
  if (kind === 'mutation') return send(path, input, { cookie });
  const leaving = new AbortController();
  const answer = await answerTrpc(
    new Request(`${ORIGIN}/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers: { accept: 'text/event-stream', ...(cookie ? { cookie } : {}) },
      signal: leaving.signal,
    }),
  );
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  await answer.body?.cancel();
  leaving.abort();
  return new Response(null, { status: answer.status });
}
