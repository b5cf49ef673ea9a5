/** Sizes that a manifest may not pass; they are checked first and reported alone. */
export const MAX_SLOTS = 1_000;
export const MAX_STEPS = 1_000;
/** Dependencies, reviews and handoff edges together. */
export const MAX_EDGES = 5_000;
/** The whole document as UTF-8 JSON. */
export const MAX_MANIFEST_BYTES = 768 * 1024;
export const MAX_CONTRACT_BYTES = 64 * 1024;
/** A manifest nests about six deep, a contract's schema a little more. */
export const MAX_MANIFEST_DEPTH = 64;
/** Issues in one answer; whoever has more is told the first ones. */
export const MAX_ISSUES = 5_000;

/** Rounds of rework that a reviewed step may get. */
export const REWORK = { min: 0, max: 10, default: 2 } as const;
/** Model calls per step and round. */
export const TURNS = { min: 1, max: 200, default: 40 } as const;
/** Steps of one run at the same time. */
export const PARALLEL = { min: 1, max: 100, default: 4 } as const;
/** A run's cap in micro-dollars. */
export const DEFAULT_BUDGET_MICROS = 5_000_000;
/** Handoffs of a run; the next one is refused and ends it. */
export const HANDOFF_ROUNDS = { min: 1, max: 100, default: 12 } as const;
/** Handoffs between the same two slots, in both directions. */
export const PING_PONG = { min: 1, max: 100, default: 4 } as const;
/** Time for an actor to say what comes next, in ms. */
export const INTENT_TIMEOUT_MS = { min: 1_000, max: 3_600_000, default: 300_000 } as const;
