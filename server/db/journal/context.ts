import type { FactBody } from '@domain/run/fact';

/** A file that an append writes. `expect`: the version that it must still have, 0 for none. */
export type FileWrite = {
  path: string;
  size: number;
  mediaType: string;
  text?: string;
  blobId?: string;
  stepId?: string;
  personId?: string;
  expect?: number;
};

/** A memory of scope `run` that an append proposes. */
export type MemoryWrite = {
  id: string;
  stepId: string;
  authorId: string;
  category: string;
  subject: string;
  content: string;
  importance: number;
};

type Written = {
  before: { seq: number };
  facts: readonly FactBody[];
  files: ReadonlyMap<string, FileWrite>;
  memories: readonly MemoryWrite[];
};

/** What an append brings beside its facts, as `context_write` takes it; nothing costs nothing. */
export function contextOf({ before, facts, files, memories }: Written): { context?: object } {
  const issued = facts.flatMap((fact) => (fact.type === 'plan.task.started' ? (fact.hints ?? []) : []));
  if (files.size === 0 && memories.length === 0 && issued.length === 0) return {};
  const seqOf = (id: string): number =>
    before.seq + 1 + facts.findIndex((fact) => fact.type === 'memory.proposed' && fact.memoryId === id);
  return {
    context: {
      ...(files.size > 0 && { files: [...files.values()] }),
      ...(memories.length > 0 && { memories: memories.map((one) => ({ ...one, seq: seqOf(one.id) })) }),
      ...(issued.length > 0 && { issued }),
    },
  };
}

/** Adds a write to those of the same append: of one path the last text counts, and the first version expected. */
export function addFile(files: Map<string, FileWrite>, write: FileWrite): void {
  const first = files.get(write.path);
  const expect = first ? first.expect : write.expect;
  const { expect: _, ...rest } = write;
  files.set(write.path, { ...rest, ...(expect !== undefined && { expect }) });
}
