import { type ChildProcess, fork } from 'node:child_process';
import { afterAll } from 'vitest';

export type Watch = { cookie: string; org: string; runId: string };
export type Seen = {
  /** Streams that have had their first event; those that ended, and those that were refused or broke. */
  open: number;
  ended: number;
  broken: number;
  facts: number;
  /** Sequence numbers that were left out, or came again, over all streams. */
  gaps: number;
  repeats: number;
  /** From the time in a fact to its arrival, in ms; of facts that happened after `watchers.from()`. */
  latenciesMs: number[];
};

/** Clients of `run.watch` in a process of their own, so that the server's memory and time are its own. */
export class Watchers {
  private constructor(private readonly child: ChildProcess) {}

  /** Ends with the test file. */
  static start(url: string): Watchers {
    const child = fork('tests/figures/support/watching.ts', [url], { execArgv: ['--import', 'tsx'] });
    afterAll(() => {
      child.kill();
    });
    return new Watchers(child);
  }

  private ask<Answer>(message: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('the watching process ended'));
      this.child.once('exit', gone);
      this.child.once('message', (answer) => {
        this.child.off('exit', gone);
        resolve(answer as Answer);
      });
      this.child.send(message);
    });
  }

  /** Opens one stream for each and resolves when all have their first event or have failed. */
  open = (watches: Watch[]): Promise<Seen> => this.ask({ kind: 'open', watches });
  /** What has been seen so far; latencies count from the last time this was asked. */
  seen = (): Promise<Seen> => this.ask({ kind: 'seen' });
}
