import { blockedUrl } from './blocked-url';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type Hop = { url: URL; method: string; headers: Headers; body: string | Uint8Array | null };

/** Headers that another origin may get; whatever else a caller set may be a secret. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/**
 * The next hop of a redirect, still to be vetted; null when the answer is none.
 * @throws unprocessable `blocked_url` from https to http
 */
export function nextHop(from: Hop, status: number, location: string | null): Hop | null {
  if (!REDIRECTS.has(status) || location === null) return null;
  if (!URL.canParse(location, from.url)) throw blockedUrl();
  const url = new URL(location, from.url);
  if (from.url.protocol === 'https:' && url.protocol !== 'https:') throw blockedUrl();
  const keepsBody = status === 307 || status === 308 || from.method === 'GET' || from.method === 'HEAD';
  const headers = new Headers(from.headers);
  if (url.origin !== from.url.origin) {
    for (const name of [...headers.keys()]) if (!HARMLESS.has(name)) headers.delete(name);
  }
  if (keepsBody) return { ...from, url, headers };
  headers.delete('content-type');
  return { url, method: 'GET', headers, body: null };
}
