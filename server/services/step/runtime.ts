import type { ModelPort } from '../../agents/port';
import type { AgentRow } from '../../db/journal/engine';

/** What the engine's verbs need of the process they run in. */
export type Runtime = {
  /** Names this process in leases and facts; unique per start. */
  worker: string;
  /** ms; a step whose lease is not renewed for this long is retried elsewhere. */
  leaseMs: number;
  /** True once the process has been asked to stop: nothing new is claimed. */
  draining: () => boolean;
  /** Opens the way to an agent's model; the key is decrypted here and nowhere else. */
  connect: (orgId: string, agent: AgentRow) => ModelPort;
};
