import type { Gate } from '@domain/run/gate';
import { planStep } from '@domain/run/graph';
import { type RunState, stepIn } from '@domain/run/state';
import type { Draft } from './draft';

/** Rows of the gates that an append opens, decides or withdraws, as `engine_gates` takes them; nothing costs nothing. */
export function gatesOf(draft: Draft): { gates?: object[] } {
  const { before, state } = draft;
  if (state.gates === before.gates) return {};
  const waits = new Map(draft.of('approval.requested').map((fact) => [fact.gateId, fact.waitMs]));
  const rows = (state.gates ?? []).flatMap((gate, at) =>
    gate === before.gates?.[at] ? [] : { ...shownOf(state, gate), waitMs: waits.get(gate.id) },
  );
  return rows.length > 0 ? { gates: rows } : {};
}

function shownOf(state: RunState, gate: Gate): object {
  const { id, kind, stepId, round, question, fourEyes, by } = gate;
  const title = stepId !== undefined && state.plan ? planStep(state.plan, stepId)?.title : undefined;
  const preview = kind === 'after' && stepId !== undefined ? stepIn(state, stepId)?.preview : undefined;
  return { id, kind, stepId, round, question, fourEyes, by, title, preview, state: gate.outcome ?? 'open' };
}
