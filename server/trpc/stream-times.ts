/** A comment line this often keeps proxies from closing a quiet stream (ms); below the client's patience. */
export const PING_MS = 10_000;
/** A stream ends itself after this long, and the client resumes by its last event (ms). */
export const STREAM_MS = 90_000;
export const CLIENT_PATIENCE_MS = 25_000;
