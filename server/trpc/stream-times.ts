/** A comment line this often keeps proxies from closing a quiet stream (ms); below the client's patience. */
export const PING_MS = 10_000;
/** A stream ends itself after this long, and the client resumes by its last event (ms). */
export const STREAM_MS = 90_000;
export const CLIENT_PATIENCE_MS = 25_000;
/** A client whose stream breaks comes back after some time in this range, each its own: no crowd comes at once (ms). */
export const RETRY_MS = { least: 500, most: 3_000 };
