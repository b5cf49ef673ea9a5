import ipaddr from 'ipaddr.js';

/** Public by range, but a cloud's own: Azure's platform address. */
const PLATFORM = new Set(['168.63.129.16']);

/** Parsed, with an IPv4 address inside IPv6 taken out of it; null for what is no address. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** The global unicast block of IPv6: everything that the internet routes begins here. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is one of the public internet: not private, local, shared, reserved, mapped or a cloud's own. */
export function isPublic(address: string): boolean {
  const ip = parse(address);
  if (ip?.range() !== 'unicast' || PLATFORM.has(ip.toString())) return false;
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_V6);
}

export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback';

export const isAddress = (host: string): boolean => parse(host) !== null;
