const ELSEWHERE = '/';
const MAX_PATH = 2_000;

/**
 * Where to go after signing in: the wanted path when it is one of our own, else the start page. Scheme-relative
 * addresses, backslashes and control characters, which browsers read as another host, are no paths of ours.
 */
export function safeNextPath(wanted: string | null | undefined, fallback = ELSEWHERE): string {
  if (!wanted || wanted.length > MAX_PATH) return fallback;
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback;
  // Dots are resolved before a browser looks at the host: the result must still be a path of ours.
  const own = 'http://own.invalid';
  const url = URL.canParse(wanted, own) ? new URL(wanted, own) : null;
  if (url?.origin !== own || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
