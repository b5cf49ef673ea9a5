import { parseArgs } from 'node:util';
import { CONTESTANTS, type Contestant } from './contestants';

export type Options = {
  rounds: number;
  quick: boolean;
  /** Ids of cases, or `commits`; empty means all. */
  only: string[];
  /** What is not measured now stands in the page as it was measured last. */
  keep: boolean;
  contestants: readonly Contestant[];
  out: string;
};

/** @throws on an unknown option, contestant or a count below 1. */
export function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
      contestants: { type: 'string', default: '' },
      out: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 9));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number above 0');
  const list = (text: string) => text.split(',').filter(Boolean);
  const wanted = list(values.contestants);
  const unknown = wanted.filter((id) => !CONTESTANTS.some((known) => known.id === id));
  if (unknown.length) throw new Error(`no such contestant: ${unknown.join(', ')}`);
  return {
    rounds,
    quick: values.quick,
    only: list(values.only),
    keep: values.keep,
    contestants: wanted.length ? CONTESTANTS.filter(({ id }) => wanted.includes(id)) : CONTESTANTS,
    out: values.out ?? (values.quick ? '.troupe/bench/quick.md' : 'docs/benchmarks.md'),
  };
}
