import { MemoryCategory, MemoryScope, MemoryState, type MemoryView } from '@domain/memory/memory';
import type { Prisma } from '../../db/generated/client';

export type MemoryRow = Prisma.MemoryGetPayload<Record<string, never>>;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const toMemory = (row: MemoryRow): MemoryView => ({
  id: row.id,
  scope: MemoryScope.parse(row.scope),
  agentId: row.agentId,
  teamId: row.teamId,
  runId: row.runId,
  category: MemoryCategory.parse(row.category),
  subject: row.subject,
  content: row.content,
  importance: row.importance,
  state: MemoryState.parse(row.state),
  author: { kind: row.authorKind === 'agent' ? 'agent' : 'person', id: row.authorId },
  source:
    row.sourceRunId === null
      ? null
      : { runId: row.sourceRunId, seq: row.sourceSeq, stepId: row.sourceStepId },
  supersededBy: row.supersededBy,
  decidedAt: iso(row.decidedAt),
  useCount: row.useCount,
  lastUsedAt: iso(row.lastUsedAt),
  createdAt: row.createdAt.toISOString(),
});
