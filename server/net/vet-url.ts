import { isAddress, isLoopback, isPublic } from './address';
import { blockedUrl } from './blocked-url';

/** Ports that speak something else than HTTP, or a service that nobody outside should reach. */
const BLOCKED_PORTS = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  ],
  ...[
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514,
  ],
  ...[515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719],
  ...[1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 4369, 5060, 5061, 5432, 5433],
  ...[5672, 5900, 5984, 6000, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200],
  ...[9300, 10080, 10250, 11211, 26379, 27017, 27018, 27019],
]);

/** Names that only ever mean something inside: the machine itself, a private network, a cloud's metadata. */
const INSIDE = /(^|\.)(localhost|internal|local|localdomain|home\.arpa|intranet|lan)$/;

/** What this installation itself listens on: never called, also where loopback is allowed. */
export type Own = { host: string; ports: ReadonlySet<number> };

export type Rules = {
  /** Loopback addresses may be called (model servers on this machine). */
  allowLocal: boolean;
  own: Own;
};

/** Whether a resolved address may be connected to. */
export const mayConnect = (address: string, rules: Pick<Rules, 'allowLocal'>): boolean =>
  isPublic(address) || (rules.allowLocal && isLoopback(address));

/**
 * The parsed address when it may be called: http or https, no credentials, no blocked port, no inner name, no
 * private address in any spelling. Names are vetted again when they are resolved. @throws unprocessable `blocked_url`
 */
export function vetUrl(input: string | URL, rules: Rules): URL {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw blockedUrl();
  if (url.username !== '' || url.password !== '') throw blockedUrl();
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (BLOCKED_PORTS.has(port)) throw blockedUrl();
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const local = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
  if (local) {
    if (!rules.allowLocal || rules.own.ports.has(port)) throw blockedUrl();
    return url;
  }
  if (host === rules.own.host || INSIDE.test(host)) throw blockedUrl();
  if (isAddress(host) && !isPublic(host)) throw blockedUrl();
  return url;
}
