import type { Fact } from '@domain/run/fact';

/**
 * I11: what one client was sent of a run is a part of its journal without gaps or repeats, from the place where the
 * client began, and reaches the journal's end, unless it was told to read again. `received`: the numbers in the order
 * of their arrival; `from`: the last number that the client already had, 0 for none.
 */
export function streamBreaches(facts: Fact[], received: number[], from = 0, resynced = false): string[] {
  const found: string[] = [];
  received.forEach((seq, at) => {
    const expected = (received[at - 1] ?? from) + 1;
    if (seq < expected) found.push(`I11 ${seq} came again`);
    if (seq > expected) found.push(`I11 ${expected} to ${seq - 1} never came`);
  });
  const last = received.at(-1) ?? from;
  if (last > facts.length) found.push(`I11 ${last} is beyond the journal’s ${facts.length}`);
  if (last < facts.length && !resynced) found.push(`I11 ends at ${last} of ${facts.length}`);
  return found;
}
