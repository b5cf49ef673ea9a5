import type { Barrier } from './barriers';
import { fakeOpenAI } from './server';
import type { Match, Rule } from './types';

/** The child's side: the server, obeying orders over IPC. Ends when its parent is gone. */

export type Order =
  | { kind: 'calls' }
  | { kind: 'counts' }
  | { kind: 'script'; rules: Rule[] }
  | { kind: 'hold'; match: Match }
  | { kind: 'reached'; hold: number }
  | { kind: 'release'; hold: number };
/** Id 0: the address, once it listens. */
export type Answer = { id: number; value: unknown };

const fake = await fakeOpenAI(JSON.parse(process.argv[2] ?? '{}'));
const holds: Barrier[] = [];
const answer = (message: Answer) => process.send?.(message);

async function obey(order: Order): Promise<unknown> {
  switch (order.kind) {
    case 'calls':
      return fake.calls;
    case 'counts':
      return fake.counts();
    case 'script':
      return fake.script(order.rules);
    case 'hold':
      return holds.push(fake.hold(order.match)) - 1;
    case 'reached':
      return holds[order.hold]?.reached;
    case 'release':
      return holds[order.hold]?.release();
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  void obey(order).then((value) => answer({ id, value: value ?? null }));
});
process.on('disconnect', () => process.exit(0));
answer({ id: 0, value: fake.url });
