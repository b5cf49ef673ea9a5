/** Time for answers that are under way once the process is told to stop, in ms. */
const STOP_MS = 3_000;

/**
 * Called by Next once in each server process. Next itself waits for every open connection, and a live view never
 * closes its own: without an end of ours a deployment would wait for as long as anybody watches. A view that is cut
 * resumes at another process by its last event; nothing that was acknowledged is lost.
 */
export function register(): void {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  process.once('SIGTERM', () => setTimeout(() => process.exit(0), STOP_MS).unref());
}
