/** A wait longer than this is no wait: the call is retried when our own back-off says so. */
const MAX_MS = 3_600_000;

/** What `Retry-After` (seconds or a date) or `retry-after-ms` asks to wait, in ms; undefined when it says nothing. */
export function retryAfterMs(headers: Record<string, string> | undefined, now: number): number | undefined {
  const exact = Number(headers?.['retry-after-ms']);
  if (Number.isFinite(exact) && exact > 0) return Math.min(exact, MAX_MS);
  const value = headers?.['retry-after']?.trim();
  if (!value) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(wait) && wait >= 0 ? Math.min(wait, MAX_MS) : undefined;
}
