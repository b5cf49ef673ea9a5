import { contractPath, scratchRoot, slotDirectory } from '@domain/files/path';
import { planStep } from '@domain/run/graph';
import { inputsOf } from '@domain/run/inputs';
import { STEP_MS } from '@domain/run/limits';
import type { PlanStep } from '@domain/run/plan';
import { type RunState, stepIn } from '@domain/run/state';
import type { ModelAnswer, ModelMessage, ModelRequest, ToolSpec } from '../../agents/port';
import { assemblePrompt } from '../../agents/prompt/assemble';
import { type Budgets, budgetsFor } from '../../agents/prompt/budget';
import type { DeliveredInput, PromptInput, ReviewBrief } from '../../agents/prompt/input';
import { turnSchema } from '../../agents/prompt/turn';
import { readArtifacts } from '../../db/journal/engine';
import { readHints } from '../../db/journal/hints';
import { replayed } from './checkpoint';
import type { Claimed } from './claimed';
import { schemaOf } from './read-delivery';
import { mayDelegate, rosterIn } from './start-step';
import { responsibilityOf, taskOf } from './task';
import { scopeOf } from './tools';
import { turnOf } from './turn';

/** A step's talk with its model: what every request of it repeats, and what was said so far. */
export type Conversation = {
  system: string;
  messages: ModelMessage[];
  tools: ToolSpec[];
  schema?: ModelRequest['schema'];
  repairs: number;
  planned: PlanStep;
  /** Of the blocks that its prompt has; what was said since comes on top. */
  budgets: Budgets;
  /** UTF-16 units of text that were shown live so far, over all calls of this claim. */
  shown: number;
  /** The answer at hand, until it is recorded. */
  answer?: ModelAnswer | undefined;
  /** When the work on this step has taken too long (ms since the epoch). */
  until: number;
};

/** Assembles the prompt from the pinned plan and the delivered contracts, and replays what is already paid for. */
export async function openConversation(claimed: Claimed, tools: ToolSpec[]): Promise<Conversation> {
  const { state, stepId, ref } = claimed;
  const root = scratchRoot(ref.runId);
  const plan = state.plan;
  const planned = plan && planStep(plan, stepId);
  if (!plan || !planned) throw new Error(`step ${stepId} is not in its plan`);
  const delivered = inputsOf(state, stepId);
  const own = stepIn(state, stepId);
  const reviewed = planned.reviewOf ? stepIn(state, planned.reviewOf) : undefined;
  const wanted = [...delivered.map((input) => input.artifactId), own?.artifactId, reviewed?.artifactId];
  const texts = await readArtifacts(
    ref,
    wanted.filter((id) => id !== undefined),
  );
  const text = (id: string | undefined): string => (id && texts.get(id)) ?? '';

  const inputs: DeliveredInput[] = delivered
    .filter((input) => input.stepId !== planned.reviewOf && !planStep(plan, input.stepId)?.reviewOf)
    .map((input) => ({
      slotId: input.slotId,
      title: input.title,
      text: text(input.artifactId),
      file: root + contractPath(input.slotId, input.stepId),
    }));
  const hints = await readHints(ref.orgId, own?.hints ?? []);
  const { messages: before, repairs } = replayed(claimed.checkpoint, state);
  const workers = mayDelegate(scopeOf(claimed)) ? rosterIn(state, stepId) : [];
  const input: PromptInput = {
    persona: claimed.agent,
    slot: {
      title: planned.title,
      responsibility: responsibilityOf(plan, planned),
      contract: planned.contract,
      reviewer: plan.steps.find((other) => other.reviewOf === stepId)?.title ?? null,
      files: { root, own: `${root}${slotDirectory(planned.slotId)}/` },
    },
    goal: state.goal,
    task: taskOf(plan, planned),
    roster: workers,
    inputs,
    hints: hints.map(({ state: stands, ...hint }) => ({ ...hint, confirmed: stands === 'confirmed' })),
    turn: turnOf(state, stepId, text),
    schema: planned.reviewOf === undefined ? planned.contractSchema : undefined,
    review: reviewOf(state, planned, text),
  };
  const budgets = budgetsFor({
    inputs: inputs.length > 0,
    review: input.review !== null,
    tools: tools.length > 0,
    task: input.task !== undefined,
    roster: workers.length > 0,
    hints: hints.length > 0,
    turn: input.turn !== undefined,
    schema: planned.contractSchema !== undefined,
  });
  const schema = input.turn ? turnSchema(planned.contractSchema) : schemaOf(planned);
  const prompt = assemblePrompt(input, budgets);
  return {
    system: prompt.system,
    messages: [...prompt.messages, ...before],
    tools,
    ...(schema && { schema }),
    repairs,
    planned,
    budgets,
    shown: 0,
    until: Date.now() + STEP_MS,
  };
}

function reviewOf(
  state: RunState,
  planned: PlanStep,
  text: (id: string | undefined) => string,
): ReviewBrief | null {
  const own = stepIn(state, planned.id);
  if (planned.reviewOf && state.plan) {
    const work = stepIn(state, planned.reviewOf);
    const of = planStep(state.plan, planned.reviewOf);
    return {
      kind: 'verdict',
      work: { title: of?.title ?? '', contract: of?.contract ?? '', text: text(work?.artifactId) },
      round: work?.round ?? 1,
      earlier: work?.issues ?? [],
    };
  }
  if (!own || own.round < 2 || (state.handoff && !own.issues)) return null;
  return { kind: 'rework', round: own.round, previous: text(own.artifactId), issues: own.issues ?? [] };
}
