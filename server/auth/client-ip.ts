import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { env } from '../env';

/** Set from the socket for every request that this process accepts; what a client sends under it is overwritten. */
export const PEER_HEADER = 'x-troupe-peer';
const UNKNOWN = '0.0.0.0';

const CHANNEL = 'http.server.request.start';
const LISTENING = Symbol.for('troupe.peer-header');

/**
 * Writes the socket's address into each request's headers. A route handler never sees the socket, and Next fills
 * `x-forwarded-for` only where the client left it out, so that header alone could be anybody's invention.
 */
function stampPeers(): void {
  const globals = globalThis as { [LISTENING]?: true };
  if (globals[LISTENING]) return;
  globals[LISTENING] = true;
  diagnostics.subscribe(CHANNEL, (message) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket };
    request.headers[PEER_HEADER] = socket.remoteAddress ?? UNKNOWN;
  });
}
stampPeers();

/**
 * The client's address for limits and logs: the hop that the outermost trusted proxy saw. With no trusted proxy it
 * is the socket's, whatever X-Forwarded-For says. An IPv6 client counts by its /64, which is one customer.
 */
export function clientIp(headers: Headers): string {
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const trusted = env().TROUPE_TRUSTED_PROXIES;
  const hop = trusted > 0 ? hops.at(-trusted) : headers.get(PEER_HEADER);
  return normal(hop ?? headers.get(PEER_HEADER) ?? UNKNOWN);
}

function normal(text: string): string {
  if (!ipaddr.isValid(text)) return UNKNOWN;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`;
}
