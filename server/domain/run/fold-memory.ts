import type { Folds } from './folds';

/** How what is remembered under a run changes which hints stand. */
export const MEMORY_FOLDS = {
  'memory.proposed': (copy, { memoryId: id, stepId, round }) => {
    copy.hints = [...(copy.hints ?? []), { id, confirmed: false, stepId, round }];
  },

  'memory.confirmed': (copy, { memoryId: id }) => {
    const hints = copy.hints ?? [];
    copy.hints = hints.some((hint) => hint.id === id)
      ? hints.map((hint) => (hint.id === id ? { ...hint, confirmed: true } : hint))
      : [...hints, { id, confirmed: true }];
  },

  'memory.superseded': (copy, { memoryId }) => {
    copy.hints = (copy.hints ?? []).filter((hint) => hint.id !== memoryId);
  },
} satisfies Partial<Folds>;
