import { cyclesIn } from '../team/cycles';
import { childId, childrenOf, lineOf, roomForChildren, rosterFor } from './delegation';
import type { InputOf } from './fact';
import { planStep } from './graph';
import { CHILD_TURNS, MAX_ATTEMPTS, MAX_CHILDREN, MAX_DELEGATION_DEPTH } from './limits';
import type { Plan, PlanStep, RosterEntry } from './plan';
import { type RunState, stepIn } from './state';

/** Work as a model asks for it. `dependsOn` and `reviewOf` name tasks of the same call, or delegated steps by id. */
export type Task = {
  id: string;
  agent: string;
  prompt: string;
  dependsOn: readonly string[];
  reviewOf?: string | undefined;
  maxTurns?: number | undefined;
};

/** What a delegation says of its child, but for whose claim and call it is. */
export type ChildWork = Omit<
  InputOf<'delegation.started'>,
  'type' | 'stepId' | 'round' | 'attempt' | 'epoch' | 'callId'
>;

export type Refused = {
  reason:
    | 'nobody_to_delegate_to'
    | 'too_many_children'
    | 'duplicate_task'
    | 'unknown_agent'
    | 'unknown_task'
    | 'bad_review'
    | 'wait_cycle'
    | 'cycle';
  /** For the model. */
  message: string;
};
export type Arranged =
  | { children: ChildWork[]; refused?: undefined }
  | { refused: Refused; children?: undefined };

const no = (reason: Refused['reason'], message: string): Arranged => ({ refused: { reason, message } });

/**
 * The steps that these tasks become, in an order in which each stands behind all that it needs. All or none: the
 * first thing that is wrong is told. `staged`: steps that the same answer has asked for before.
 */
export function arrange(
  state: RunState,
  parentId: string,
  tasks: readonly Task[],
  { maxRework, staged = 0 }: { maxRework?: number | undefined; staged?: number } = {},
): Arranged {
  const { plan } = state;
  const parent = plan ? planStep(plan, parentId) : undefined;
  if (!plan || !parent) return no('nobody_to_delegate_to', 'You work on no plan.');
  const roster = rosterFor(plan, parent);
  if (roster.length === 0) return no('nobody_to_delegate_to', nobodyBelow(parent));
  if (tasks.length > roomForChildren(plan) - staged) {
    return no('too_many_children', `A run has at most ${MAX_CHILDREN} delegated steps.`);
  }
  const at = new Map(tasks.map((task, index) => [task.id, index]));
  if (at.size < tasks.length) return no('duplicate_task', 'Each task needs an id of its own.');
  const wrong = wrongName(state, plan, parent, tasks, roster, at);
  if (wrong) return { refused: wrong };

  const needs = tasks.map((task) => needsOf(task, tasks, at));
  const [cycle] = cyclesIn(needs);
  if (cycle) {
    const way = [...cycle, cycle[0]!].map((index) => tasks[index]!.id).join(' → ');
    return no('cycle', `These tasks wait for each other: ${way}. Leave one of these dependencies out.`);
  }
  const order = inOrder(needs);
  const first = childrenOf(plan, parentId).length + staged + 1;
  const ids = new Map(order.map((index, n) => [tasks[index]!.id, childId(parentId, first + n)]));
  const idOf = (name: string) => ids.get(name) ?? name;
  const reviewed = new Set(tasks.map(({ reviewOf }) => reviewOf));
  const reworks = Math.min(maxRework ?? plan.maxRework, plan.maxRework);
  const depth = (parent.depth ?? 0) + 1;
  return {
    children: order.map((index) => {
      const task = tasks[index]!;
      const { slotId, agentId, title, contract, contractSchema, gate } = inRoster(roster, task.agent)!;
      return {
        childId: idOf(task.id),
        ...{ slotId, agentId, prompt: task.prompt, depth },
        title: tasks.length > 1 ? `${title}: ${task.id}` : title,
        ...(task.dependsOn.length > 0 && { dependsOn: [...new Set(task.dependsOn)].map(idOf) }),
        ...(task.reviewOf !== undefined && { reviewOf: idOf(task.reviewOf) }),
        maxTurns: task.maxTurns ?? CHILD_TURNS.default,
        maxAttempts: MAX_ATTEMPTS,
        ...(reviewed.has(task.id) && { maxRework: reworks }),
        contract,
        ...(contractSchema && task.reviewOf === undefined && { contractSchema }),
        ...(gate && { gate }),
      };
    }),
  };
}

const nobodyBelow = ({ depth = 0 }: PlanStep): string =>
  depth >= MAX_DELEGATION_DEPTH
    ? `You stand ${depth} levels below the lead, where nobody delegates. Do it yourself.`
    : 'There is nobody whom you could give work to. Do it yourself.';

/** By the id of its slot, else by a title or an agent that only one has. */
function inRoster(roster: readonly RosterEntry[], name: string): RosterEntry | undefined {
  const wanted = name.trim().toLowerCase();
  const bySlot = roster.find(({ slotId }) => slotId === name.trim());
  const named = roster.filter(
    ({ title, agentId }) => title.trim().toLowerCase() === wanted || agentId === wanted,
  );
  return bySlot ?? (named.length === 1 ? named[0] : undefined);
}

function wrongName(
  state: RunState,
  plan: Plan,
  parent: PlanStep,
  tasks: readonly Task[],
  roster: readonly RosterEntry[],
  at: ReadonlyMap<string, number>,
): Refused | null {
  const above = new Set(lineOf(plan, parent).map(({ id }) => id));
  const earlier = new Set(childrenOf(plan, parent.id).map(({ id }) => id));
  for (const { id, agent, dependsOn, reviewOf } of tasks) {
    if (!inRoster(roster, agent)) {
      const names = roster.map(({ slotId }) => slotId).join(', ');
      return { reason: 'unknown_agent', message: `Nobody here is called "${agent}". You may ask: ${names}.` };
    }
    for (const name of dependsOn) {
      if (at.has(name)) continue;
      if (above.has(name)) {
        return { reason: 'wait_cycle', message: `"${id}" cannot wait for "${name}", which waits for it.` };
      }
      if (!earlier.has(name) || stepIn(state, name)?.status !== 'completed') {
        return { reason: 'unknown_task', message: `"${id}" depends on "${name}", which is no such task.` };
      }
    }
    if (reviewOf === undefined) continue;
    const work = tasks[at.get(reviewOf) ?? -1];
    if (!work) return { reason: 'unknown_task', message: `"${id}" reviews "${reviewOf}", which is no task.` };
    if (work.id === id || work.reviewOf !== undefined) {
      return { reason: 'bad_review', message: `"${id}" cannot review "${reviewOf}": only work is reviewed.` };
    }
    if (inRoster(roster, work.agent) === inRoster(roster, agent)) {
      return { reason: 'bad_review', message: `"${id}" cannot review its own work: ask somebody else.` };
    }
  }
  return null;
}

/** As the plan's graph will have it: who builds on work waits for its reviews as well. */
function needsOf(task: Task, tasks: readonly Task[], at: ReadonlyMap<string, number>): number[] {
  const needs = new Set<number>();
  const add = (index: number | undefined): void => {
    if (index !== undefined) needs.add(index);
  };
  for (const name of task.dependsOn) {
    add(at.get(name));
    if (name === task.reviewOf) continue;
    for (const [index, other] of tasks.entries()) if (other.reviewOf === name) add(index);
  }
  if (task.reviewOf !== undefined) add(at.get(task.reviewOf));
  return [...needs];
}

/** Each behind all that it needs, and otherwise as given. `needs` has no cycle. */
function inOrder(needs: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const placed = new Set<number>();
  const place = (index: number): void => {
    if (placed.has(index)) return;
    placed.add(index);
    for (const need of needs[index]!) place(need);
    order.push(index);
  };
  for (const index of needs.keys()) place(index);
  return order;
}
