import { arrange, type ChildWork } from '@domain/run/arrange';
import { type ToolContext, ToolRefused } from '../../agents/tools';
import { knownRun } from '../../db/journal/append';
import type { Claimed } from './claimed';

/**
 * What a step's tools delegate: made with their record, each child once. `takeChildren` gives what was staged since it
 * was last asked.
 */
export function delegator({ ref, state: atClaim, stepId }: Claimed) {
  let staged: ChildWork[] = [];
  let count = 0;
  const delegate: ToolContext['delegate'] = (tasks, maxRework) => {
    const known = knownRun(ref);
    const state = known && known.seq > atClaim.seq ? known : atClaim;
    const { children, refused } = arrange(state, stepId, tasks, { maxRework, staged: count });
    if (refused) throw new ToolRefused(refused.reason, refused.message);
    count += children.length;
    staged.push(...children);
  };
  const takeChildren = (): ChildWork[] => {
    const taken = staged;
    staged = [];
    return taken;
  };
  return { delegate, takeChildren };
}
