/** Every duration and limit of a run, with what happens when it lapses. Durations are milliseconds. */

/** A claim that is not renewed for this long lapses: the step is retried by another worker. */
export const LEASE_MS = 15_000;
/** A heartbeat renews the lease; one that finds no row aborts its step at once. */
export const HEARTBEAT_MS = 5_000;
/** Claims of one (step, round) that crash or fail retryably before the step fails for good. */
export const MAX_ATTEMPTS = 3;
/** Steps in a row that a worker takes of one run without going back to the queue. */
export const MAX_CONTINUATIONS = 20;
/** Another organization's step that waits longer than this ends a continuation. */
export const STARVING_MS = 1_000;
/** After the end of a run: time for running steps to answer before it is closed without them. */
export const CLOSE_GRACE_MS = 10_000;
/** A model call as a whole; it is aborted and retried. */
export const MODEL_CALL_MS = 300_000;
/** Silence of a model before its call is aborted and retried. */
export const MODEL_SILENCE_MS = 60_000;
/** Work on one step; it fails `timed_out`. */
export const STEP_MS = 3_600_000;
/** Running time of a run; it ends `timed_out`. */
export const RUN_MS = 86_400_000;
/** A run that its starter's rights have left waits this long to be adopted; then it is cancelled. */
export const ADOPT_MS = 604_800_000;
/** A run that somebody paused, or that waits for its files, and that nobody resumes; then it is cancelled. */
export const PAUSE_MS = 2_592_000_000;
/** A gate that nobody decides in this time: its step fails, and the run ends `timed_out`. */
export const GATE_MS = 604_800_000;
/** Facts after which a snapshot is stored, the first time and whenever the journal since has grown past it. */
export const SNAPSHOT_FACTS = 200;
/** Times that an unreadable verdict or tool call goes back to the model. */
export const MAX_REPAIRS = 2;
/** Share of a cap at which `budget.warned` is written, once. */
export const WARN_SHARE = 0.8;
/** Characters of an output that a fact carries. */
export const PREVIEW_CHARS = 280;
/** Back-off of a retry: base × 2^(attempt − 1), at most the maximum, with jitter. */
export const RETRY_BASE_MS = 500;
export const RETRY_MAX_MS = 30_000;
/** Levels of delegation below a lead; who stands at the lowest may not delegate. */
export const MAX_DELEGATION_DEPTH = 2;
/** Steps that one run may make at run time; more are refused, and the model told. */
export const MAX_CHILDREN = 200;
/** Model calls of a delegated step per round. */
export const CHILD_TURNS = { min: 1, max: 16, default: 8 } as const;
