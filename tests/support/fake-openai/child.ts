import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, Order } from './main';
import type { Call, Counts, Match, Rule } from './types';

export type FakeChildOptions = {
  port?: number;
  script?: Rule[];
  wordDelayMs?: number;
  callDelayMs?: number;
  textChars?: number;
  apiKey?: string;
};

export type FakeChild = {
  url: string;
  process: ChildProcess;
  calls(): Promise<Call[]>;
  counts(): Promise<Counts>;
  script(rules: Rule[]): Promise<void>;
  /** Holds the calls that match; `reached` resolves with the first that arrives. */
  hold(match: Match): Promise<{ reached: Promise<Call>; release(): Promise<void> }>;
  close(): Promise<void>;
};

/** The same server in a process of its own, so that its work is not measured with the product's. */
export async function fakeOpenAIChild(options: FakeChildOptions = {}): Promise<FakeChild> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
    serialization: 'json',
  });
  const exited = once(child, 'exit');
  const pending = new Map<number, (answer: Answer) => void>();
  let sent = 0;
  child.on('message', (answer: Answer) => {
    pending.get(answer.id)?.(answer);
    pending.delete(answer.id);
  });
  const ask = <T>(order: Order): Promise<T> =>
    new Promise((resolve) => {
      sent += 1;
      pending.set(sent, (answer) => resolve(answer.value as T));
      child.send({ id: sent, order });
    });
  const ready = new Promise<string>((resolve, reject) => {
    pending.set(0, (answer) => resolve(answer.value as string));
    child.once('error', reject).once('exit', (code) => reject(new Error(`fake-openai ended with ${code}`)));
  });
  return {
    url: await ready,
    process: child,
    calls: () => ask({ kind: 'calls' }),
    counts: () => ask({ kind: 'counts' }),
    script: (rules) => ask({ kind: 'script', rules }),
    hold: async (match) => {
      const hold = await ask<number>({ kind: 'hold', match });
      return {
        reached: ask<Call>({ kind: 'reached', hold }),
        release: () => ask({ kind: 'release', hold }),
      };
    },
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}
