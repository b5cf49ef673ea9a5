import { contractPath } from '@domain/files/path';
import type { PlanStep } from '@domain/run/plan';
import { type RunState, stepIn } from '@domain/run/state';
import { fitTokens } from '../../agents/tokens';
import { type Checkpoint, readArtifacts } from '../../db/journal/engine';
import type { RunRef } from '../../db/journal/payload';
import type { CallOutput } from './checkpoint';
import type { LateResult } from './later';

/** Tokens of all deliveries that the results of one answer's calls hold; the whole texts stand among the run's files. */
const RESULT_TOKENS = 12_000;
/** The least that a delivery is shown with. */
const LEAST_TOKENS = 150;

/** The steps that a tool call delegated. */
const childrenOfCall = (state: RunState, callId: string): PlanStep[] =>
  (state.plan?.steps ?? []).filter((step) => step.callId === callId);

/** The checkpoint with the texts that delegated steps have delivered to its calls. */
export async function withDeliveries(
  ref: RunRef,
  state: RunState,
  checkpoint: Checkpoint,
): Promise<Checkpoint> {
  const refs = checkpoint.calls.flatMap(({ output }) =>
    (output as CallOutput).results.flatMap(({ pending }) =>
      pending?.kind === 'children' ? pending.ref : [],
    ),
  );
  if (refs.length === 0) return checkpoint;
  const delivered = refs
    .flatMap((callId) => childrenOfCall(state, callId))
    .flatMap(({ id }) => stepIn(state, id)?.artifactId ?? []);
  return { ...checkpoint, texts: await readArtifacts(ref, delivered) };
}

/** The texts of artifacts by id, as far as they were read, and how many calls of the answer share the room. */
export type Deliveries = { texts?: ReadonlyMap<string, string> | undefined; late?: number };

/** What became of the steps that a call delegated, as the model that delegated them is told it. */
export function childResult(
  state: RunState,
  callId: string,
  { texts, late = 1 }: Deliveries = {},
): LateResult {
  const children = childrenOfCall(state, callId);
  const shares = Math.max(1, children.length) * Math.max(1, late);
  const room = Math.max(LEAST_TOKENS, Math.floor(RESULT_TOKENS / shares));
  const results = children.map(({ id, slotId, title }) => {
    const step = stepIn(state, id);
    const about = { step: id, worker: slotId, title };
    if (step?.delegated !== 'completed') {
      const { reason = 'internal', detail } = step ?? {};
      return { ...about, outcome: 'failed', reason, ...(detail !== undefined && { detail }) };
    }
    const text = texts?.get(step.artifactId ?? '') ?? step.preview ?? '';
    return {
      ...about,
      outcome: 'completed',
      file: contractPath(slotId, id),
      delivery: fitTokens(text, room),
    };
  });
  return {
    text: JSON.stringify({ results }),
    failed: results.every(({ outcome }) => outcome === 'failed'),
  };
}
