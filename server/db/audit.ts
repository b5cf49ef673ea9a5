import type { Actor } from '@domain/access/actor';
import type { Prisma } from './generated/client';
import { newId } from './ids';
import type { Tx } from './tenant';

export type AuditEntry = {
  /** `noun.past`, for example `team.created`. */
  action: string;
  targetType: string;
  targetId: string;
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
};

/** Writes the one audit row of a mutation, in the mutation's own transaction. */
export async function audit(
  tx: Tx,
  who: { orgId: string; actor: Actor; requestId: string },
  entry: AuditEntry,
): Promise<void> {
  const { actor } = who;
  await tx.audit.create({
    data: {
      orgId: who.orgId,
      id: newId(),
      actorKind: actor.kind,
      actorId: actorIdOf(actor),
      requestId: who.requestId,
      ...entry,
    },
  });
}

/** Who is named in an audit row; null: the engine itself. */
export function actorIdOf(actor: Actor): string | null {
  if (actor.kind === 'user') return actor.userId;
  if (actor.kind === 'key') return actor.keyId;
  return actor.kind === 'agent' ? actor.agentId : null;
}
