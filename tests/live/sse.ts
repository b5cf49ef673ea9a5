import { answerTrpc } from '../../server/trpc/http';
import { ORIGIN } from '../support/requests';

export type Frame = { id?: string; event?: string; data: unknown };

/** A request for `run.watch`, as a browser's EventSource makes it. */
export function openWatch(
  input: unknown,
  cookie: string,
  headers: Record<string, string> = {},
): { answer: Promise<Response>; abort(): void } {
  const controller = new AbortController();
  const request = new Request(
    `${ORIGIN}/api/trpc/run.watch?input=${encodeURIComponent(JSON.stringify(input))}`,
    { headers: { accept: 'text/event-stream', cookie, ...headers }, signal: controller.signal },
  );
  return { answer: answerTrpc(request), abort: () => controller.abort() };
}

/** Frames of a stream as they come, until it ends. */
export async function* framesOf(response: Response): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const frame = frameOf(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (frame) yield frame;
    }
  }
}

function frameOf(block: string): Frame | undefined {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const data = field('data');
  if (data === undefined) return undefined;
  return { id: field('id'), event: field('event'), data: data === '' ? '' : JSON.parse(data) };
}

/** Collects frames in the background; `done` resolves when the stream ends. */
export function collect(response: Response) {
  const frames: Frame[] = [];
  const read = async () => {
    for await (const frame of framesOf(response)) frames.push(frame);
  };
  const done = read().catch(() => {});
  const ids = () => frames.flatMap((frame) => (frame.id === undefined ? [] : [Number(frame.id)]));
  return { frames, ids, done };
}
