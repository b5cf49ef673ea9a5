import { changeStep } from './change-step';
import type { Folds } from './folds';
import { pairOf } from './handoff';
import type { RunState } from './state';

/** How handoffs change the state: only an accepted one does, what else follows has facts of its own. */
export const HANDOFF_FOLDS = {
  'handoff.started': (copy, body) => remember(copy, body),

  'handoff.accepted': (copy, { stepId: from, to, rounds, bounces, reason, by }) => {
    if (!copy.handoff) return;
    const last = { from, to, ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) };
    const counted = { ...copy.handoff.bounces, [pairOf(from, to)]: bounces };
    copy.handoff = { active: to, rounds, bounces: counted, last };
    // Issues of an earlier turn are no matter of this one.
    changeStep(copy, to, () => ({ issues: undefined }));
  },

  'handoff.rejected': (copy, body) => remember(copy, body),
  'handoff.completed': () => {},
  'handoff.cancelled': () => {},
  'handoff.timeout': () => {},
} satisfies Partial<Folds>;

/** Which answer was refused. */
function remember(copy: RunState, { epoch, ordinal }: { epoch?: number; ordinal?: number }): void {
  if (!copy.handoff || epoch === undefined || ordinal === undefined) return;
  copy.handoff = { ...copy.handoff, refused: { epoch, ordinal } };
}
