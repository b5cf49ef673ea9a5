/**
 * Cycles in a graph given as what each node needs, at least one for each set of nodes that wait for each other,
 * none of them sharing a node. Each starts at its lowest node and follows `needs`. Linear but for the walks.
 */
export function cyclesIn(needs: readonly (readonly number[])[]): number[][] {
  const open = needs.map((all) => all.length);
  const neededBy: number[][] = needs.map(() => []);
  needs.forEach((all, node) => {
    for (const need of all) neededBy[need]!.push(node);
  });
  const left = new Set(needs.keys());
  const queue: number[] = [];
  const remove = (node: number): void => {
    if (left.delete(node)) queue.push(node);
  };
  const drain = (): void => {
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      for (const dependent of neededBy[node]!) {
        open[dependent]! -= 1;
        if (open[dependent] === 0) remove(dependent);
      }
    }
  };
  open.forEach((waits, node) => {
    if (waits === 0) remove(node);
  });
  drain();
  const cycles: number[][] = [];
  for (let start = first(left); start !== undefined; start = first(left)) {
    const cycle = walk(needs, left, start);
    cycles.push(rotated(cycle));
    for (const node of cycle) remove(node);
    drain();
  }
  return cycles;
}

const first = (nodes: Set<number>): number | undefined => nodes.values().next().value;

/** Every node that is left needs another one that is left, so the walk comes back to where it has been. */
function walk(needs: readonly (readonly number[])[], left: Set<number>, start: number): number[] {
  const seenAt = new Map<number, number>();
  const way: number[] = [];
  let node = start;
  while (!seenAt.has(node)) {
    seenAt.set(node, way.length);
    way.push(node);
    node = needs[node]!.find((need) => left.has(need)) ?? start;
  }
  return way.slice(seenAt.get(node));
}

function rotated(cycle: number[]): number[] {
  const low = cycle.indexOf(cycle.reduce((a, b) => Math.min(a, b)));
  return [...cycle.slice(low), ...cycle.slice(0, low)];
}
