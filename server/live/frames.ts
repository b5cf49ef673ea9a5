import type { WatchEvent } from './follow';

/** Frames of facts and texts: an event that goes to many clients is written once. */
const written = new WeakMap<object, string>();

/** The event as JSON, in the shape that clients of `run.watch` get it. */
export function dataOf(event: WatchEvent): string {
  if (event.kind === 'text') return once(event, () => JSON.stringify(event));
  if (event.kind === 'fact')
    return once(event.fact, () => `{"kind":"fact","fact":${JSON.stringify(event.fact)}}`);
  const { seq: _, ...data } = event;
  return JSON.stringify(data);
}

function once(key: object, write: () => string): string {
  const known = written.get(key);
  if (known !== undefined) return known;
  const made = write();
  written.set(key, made);
  return made;
}

/**
 * Events as server-sent events, in the form of tRPC's own streams. Facts, snapshots and resyncs carry their place in
 * the journal as the event's id; texts carry none, and the id before them is restored behind the last of a row, so
 * that a browser which reconnects names the fact that it has.
 */
export function framesOf(
  events: readonly WatchEvent[],
  lastId: string | null,
): { text: string; lastId: string | null } {
  let text = '';
  let id = lastId;
  let cleared = false;
  for (const event of events) {
    if (event.kind === 'text') {
      text += `data: ${dataOf(event)}\n${id === null ? '' : 'id: \n'}\n`;
      cleared = id !== null;
      continue;
    }
    id = String(event.seq);
    cleared = false;
    text += `data: ${dataOf(event)}\nid: ${id}\n\n`;
  }
  if (cleared) text += `event: restore-id\ndata: \nid: ${id}\n\n`;
  return { text, lastId: id };
}
