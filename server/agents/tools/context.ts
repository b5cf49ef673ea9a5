import type { RosterEntry, TeamCard } from '@domain/agent/tools';

/** What a tool may reach: the engine passes the access, a tool has none of its own. */
export type ToolContext = {
  /** Of the run's team; null when the run has none. */
  roster(): Promise<RosterEntry[] | null>;
  team(): Promise<TeamCard | null>;
  signal: AbortSignal;
};
