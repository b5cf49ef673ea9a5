import type { Remembered, RosterEntry, TeamCard } from '@domain/agent/tools';
import type { FileView } from '@domain/files/file';
import type { Task } from '@domain/run/arrange';

/** What a tool may reach: the engine passes the access, a tool has none of its own. */
export type ToolContext = {
  /** Of the run's team; null when the run has none. */
  roster(): Promise<RosterEntry[] | null>;
  team(): Promise<TeamCard | null>;
  files: RunFiles;
  /** Gives work to the roster of the step, all or nothing of it. @throws ToolRefused */
  delegate(tasks: readonly Task[], maxRework?: number): void;
  /** Proposes something to remember under this run. */
  remember(statement: Remembered): Promise<void>;
  signal: AbortSignal;
};

export type ReadFile = FileView & {
  /** null: no text. */
  text: string | null;
};

/** What a slot asks to write. `ifMatch`: the version that it has read, 0 for none. */
export type Writing = { path: string; text: string; append: boolean; ifMatch?: number | undefined };

/**
 * The files of the run. Paths come whole (`team/{runId}/…`) or relative to it. What is written counts for later
 * calls of the same answer at once, and for everybody with its record.
 * @throws ToolRefused
 */
export type RunFiles = {
  /** `team/{runId}/`. */
  root: string;
  /** The first of them, by their paths; `more`: how many are not listed. */
  list(): Promise<{ files: FileView[]; more: number }>;
  read(path: string): Promise<ReadFile>;
  write(writing: Writing): Promise<FileView>;
};
