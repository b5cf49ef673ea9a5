import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { blockedUrl } from './blocked-url';

/** Resolves a name to all its addresses; the system's resolver unless a test brings its own. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for sockets: the address that was vetted is the one that is connected to, so a second answer of the
 * name server changes nothing. One bad address among good ones blocks the name.
 */
export function vettedLookup(mayConnect: (address: string) => boolean, resolve?: Resolve): LookupFunction {
  const ask: Resolve = resolve ?? systemLookup;
  return (hostname, options, callback) => {
    ask(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const first = addresses[0];
      if (!first || !addresses.every(({ address }) => mayConnect(address))) return callback(blockedUrl(), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
