import type { Remembered } from '@domain/agent/tools';
import { MAX_HINTS } from '@domain/run/hints';
import { ToolRefused } from '../../agents/tools';
import { newId } from '../../db/ids';
import type { MemoryWrite } from '../../db/journal/context';
import type { Claimed } from './claimed';

/** What a step's tools remember: proposed with their record. `takeMemories` gives what was staged since it was last asked. */
export function notebook({ state, stepId, agent }: Claimed) {
  let staged: MemoryWrite[] = [];
  let room = MAX_HINTS - (state.hints?.length ?? 0);
  const remember = async (statement: Remembered): Promise<void> => {
    if (room <= 0) throw new ToolRefused('too_many', `A run keeps at most ${MAX_HINTS} notes.`);
    room -= 1;
    staged.push({ id: newId(), stepId, authorId: agent.id, ...statement });
  };
  const takeMemories = (): MemoryWrite[] => {
    const taken = staged;
    staged = [];
    return taken;
  };
  return { remember, takeMemories };
}
