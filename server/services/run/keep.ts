import { DomainError } from '@domain/errors';
import { ATTACHMENTS, slotDirectory } from '@domain/files/path';
import { planStep } from '@domain/run/graph';
import type { Plan, PlanStep } from '@domain/run/plan';
import { previewOf } from '@domain/run/preview';
import { type Rerun, type RerunRefusal, reusedSteps } from '@domain/run/rerun';
import { type RunState, stepIn } from '@domain/run/state';
import { readContract } from '../../agents/prompt/contract';
import { newId } from '../../db/ids';
import type { Artifact } from '../../db/journal/draft';
import type { Kept } from './again';

const REFUSALS: Record<RerunRefusal, string> = {
  source_not_ended: 'The run has not ended yet',
  slot_unknown: 'There is no such slot',
  handoff_from_slot: 'A run with handoffs can only be repeated as a whole',
  edit_not_reused: 'This slot has no accepted output that the new run starts from',
  edit_of_review: 'A verdict cannot be edited',
};

/** What a re-run by this plan starts with. @throws conflict `source_not_ended`, unprocessable */
export function keepFrom(
  source: RunState,
  plan: Plan,
  from: string | undefined,
  edits: ReadonlyMap<string, string>,
  editedBy: string,
): Kept {
  const asked: Rerun = { from, edits: new Set(edits.keys()) };
  const answer = reusedSteps(source, plan, asked);
  if ('refusal' in answer) throw refusalOf(answer.refusal, answer.slot);
  const kept: Kept = { reused: [], edited: [], copies: [], dirs: [ATTACHMENTS] };
  for (const id of answer.reused) {
    const step = planStep(plan, id)!;
    const text = edits.get(id);
    const artifactId = newId();
    const { artifactId: delivered = '', preview = '' } = stepIn(source, id) ?? {};
    if (text === undefined) {
      kept.reused.push({ stepId: id, artifactId, preview });
      kept.copies.push({ from: delivered, to: artifactId });
      continue;
    }
    const edition = editionOf(step, artifactId, text);
    kept.reused.push({ stepId: id, artifactId, preview: previewOf(edition, step.contractSchema), editedBy });
    kept.edited.push(edition);
  }
  const dirs = new Set(answer.reused);
  kept.dirs.push(...slotsBelow(source, dirs).map(slotDirectory));
  return kept;
}

/** A person keeps the contract's schema like anybody. @throws unprocessable `contract_invalid` */
function editionOf({ id, slotId, contractSchema }: PlanStep, artifactId: string, text: string): Artifact {
  const artifact = { id: artifactId, stepId: id, slotId, round: 1, kind: 'contract', text } as const;
  if (!contractSchema) return artifact;
  const reading = readContract(contractSchema, text);
  if (reading.ok) return { ...artifact, value: reading.value };
  throw new DomainError('unprocessable', `The text does not keep the contract: ${reading.problem}`, {
    reason: 'contract_invalid',
    issues: [{ path: ['edits', slotId], code: 'contract_invalid', message: reading.problem }],
  });
}

/** The slots of these steps, and of those that they gave work to. */
function slotsBelow({ plan }: RunState, reused: ReadonlySet<string>): string[] {
  const below = new Set(reused);
  for (const { id, parent } of plan?.steps ?? [])
    if (parent !== undefined && below.has(parent)) below.add(id);
  return [...new Set(plan?.steps.flatMap(({ id, slotId }) => (below.has(id) ? [slotId] : [])))];
}

function refusalOf(reason: RerunRefusal, slot: string | undefined): DomainError {
  const message = REFUSALS[reason];
  if (reason === 'source_not_ended') return new DomainError('conflict', message, { reason });
  const path = slot === undefined ? ['from'] : ['edits', slot];
  return new DomainError('unprocessable', message, { reason, issues: [{ path, code: reason, message }] });
}
