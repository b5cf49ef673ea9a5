import { get } from 'node:http';
import type { Seen, Watch } from './watchers';

/** The other end of `Watchers`: opens streams, folds what comes, tells its parent when asked. */
const url = process.argv[2] ?? '';
const seen: Seen = { open: 0, ended: 0, broken: 0, facts: 0, gaps: 0, repeats: 0, latenciesMs: [] };

/** Streams that are being opened at a time: a crowd arrives over seconds, not in one packet. */
const ARRIVING = 20;

/** Resolves at the stream's first event, or when it has failed. */
function open({ cookie, org, runId }: Watch): Promise<void> {
  const input = encodeURIComponent(JSON.stringify({ org, runId }));
  return new Promise((resolve) => {
    const broken = (): void => {
      seen.broken += 1;
      resolve();
    };
    const request = get(`${url}/api/trpc/run.watch?input=${input}`, {
      agent: false,
      headers: { accept: 'text/event-stream', cookie },
    });
    request.once('error', broken);
    request.once('response', (response) => {
      if (response.statusCode !== 200) return broken();
      let buffer = '';
      let last = 0;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const arrived = Date.now();
        buffer += chunk;
        for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
          last = read(buffer.slice(0, end), last, arrived);
          buffer = buffer.slice(end + 2);
        }
        if (last > 0) resolve();
      });
      response.once('end', () => {
        seen.ended += 1;
      });
      seen.open += 1;
    });
  });
}

/** @returns the sequence number that the stream has reached. */
function read(block: string, last: number, arrived: number): number {
  const id = /^id: ?(\d+)$/m.exec(block)?.[1];
  if (id === undefined) return last;
  const seq = Number(id);
  // A frame of text repeats the id so that a browser keeps it.
  if (block.includes('event: restore-id')) return last;
  seen.facts += 1;
  if (seq <= last) seen.repeats += 1;
  else seen.gaps += seq - last - 1;
  const at = /"at":"([^"]+)"/.exec(block)?.[1];
  if (at) seen.latenciesMs.push(arrived - Date.parse(at));
  return Math.max(seq, last);
}

async function openAll(watches: Watch[]): Promise<void> {
  const waiting = [...watches];
  const arrive = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await open(next);
  };
  await Promise.all(Array.from({ length: ARRIVING }, arrive));
}

process.on('message', async (message: { kind: 'open'; watches: Watch[] } | { kind: 'seen' }) => {
  if (message.kind === 'open') await openAll(message.watches);
  process.send?.(seen);
  seen.latenciesMs = [];
});
process.on('disconnect', () => process.exit());
