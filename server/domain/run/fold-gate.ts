import type { Folds } from './folds';
import type { Gate } from './gate';

/** How gates change the state. */
export const GATE_FOLDS = {
  'approval.requested': (copy, body, at) => {
    const { gateId: id, kind, stepId, round, question, callId, fourEyes, waitMs } = body;
    const gate: Gate = {
      ...{ id, kind },
      ...(stepId !== undefined && { stepId }),
      ...(round !== undefined && { round }),
      ...(question !== undefined && { question }),
      ...(callId !== undefined && { callId }),
      ...(fourEyes !== undefined && { fourEyes }),
    };
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
