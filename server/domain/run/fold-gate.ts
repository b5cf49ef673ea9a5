import type { Folds } from './folds';
import type { Gate } from './gate';

/** How gates change the state. */
export const GATE_FOLDS = {
  'approval.requested': (copy, body, at) => {
    const { type: _type, gateId, attempt: _attempt, epoch: _epoch, waitMs, ...asked } = body;
    const gate: Gate = { id: gateId, ...asked };
    if (at !== undefined) {
      gate.requestedAt = at;
      gate.deadlineAt = new Date(Date.parse(at) + waitMs).toISOString();
    }
    copy.gates = [...(copy.gates ?? []), gate];
  },

  'approval.resolved': (copy, body, at) => {
    const { gateId, decision, by, text } = body;
    copy.gates = (copy.gates ?? []).map((gate) =>
      gate.id === gateId && gate.outcome === undefined
        ? {
            ...gate,
            outcome: decision,
            ...(by !== undefined && { by }),
            ...(text !== undefined && { text }),
            ...(at !== undefined && { resolvedAt: at }),
          }
        : gate,
    );
  },
} satisfies Partial<Folds>;
