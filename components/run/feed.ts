import type { Fact } from '@domain/run/fact';
import type { RunState } from '@domain/run/state';

/** `connecting`: before the first fact; `ended`: the run is closed, nothing more comes. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'ended';

/** What a step is writing now; the settled text replaces it. */
export type LiveText = {
  epoch: number;
  /** Where `text` begins in what the step has written in this epoch. */
  start: number;
  text: string;
};

/** A run as the browser knows it: the facts it has, their fold, and the text of running steps. */
export type RunFeed = {
  state: RunState;
  facts: readonly Fact[];
  texts: Readonly<Record<string, LiveText>>;
  connection: Connection;
  /** When anything arrived last, by this browser's clock (ms); null before the first. */
  heardAt: number | null;
};
