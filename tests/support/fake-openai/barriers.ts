import type { Call, Match } from './types';

export type Barrier = {
  /** Resolves with the first call that reached it. */
  reached: Promise<Call>;
  /** Lets the calls that wait, and all later ones, through. */
  release(): void;
};

export const matches = (match: Match, call: Call): boolean =>
  (match.n === undefined || match.n === call.n) &&
  (match.step === undefined || match.step === call.trace.step) &&
  (match.round === undefined || match.round === call.trace.round) &&
  (match.epoch === undefined || match.epoch === call.trace.epoch);

/** Points at which calls wait until a test lets them go: instead of sleeps. */
export class Barriers {
  private readonly standing = new Set<{ match: Match; arrive: (call: Call) => void; gate: Promise<void> }>();

  hold(match: Match): Barrier {
    let arrive: (call: Call) => void = () => {};
    let open: () => void = () => {};
    const reached = new Promise<Call>((resolve) => {
      arrive = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const entry = { match, arrive, gate };
    this.standing.add(entry);
    return {
      reached,
      release: () => {
        this.standing.delete(entry);
        open();
      },
    };
  }

  async pass(call: Call): Promise<void> {
    for (const barrier of [...this.standing]) {
      if (!matches(barrier.match, call)) continue;
      barrier.arrive(call);
      await barrier.gate;
    }
  }
}
