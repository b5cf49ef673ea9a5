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
      actorId:
        actor.kind === 'user'
          ? actor.userId
          : actor.kind === 'key'
            ? actor.keyId
            : actor.kind === 'agent'
              ? actor.agentId
              : null,
      requestId: who.requestId,
      ...entry,
    },
  });
}
