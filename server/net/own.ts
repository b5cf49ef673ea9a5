import { env } from '../env';
import type { Own } from './vet-url';

const portOf = (address: string | undefined): number[] => {
  if (!address || !URL.canParse(address)) return [];
  const { port, protocol } = new URL(address);
  const standard: Record<string, number> = {
    'http:': 80,
    'https:': 443,
    'postgresql:': 5432,
    'postgres:': 5432,
  };
  const number = Number(port) || standard[protocol];
  return number ? [number] : [];
};

/** Where this installation and its stores can be reached, from the environment. */
export function ownAddresses(): Own {
  const {
    TROUPE_URL,
    TROUPE_APP_DATABASE_URL,
    TROUPE_AUTH_DATABASE_URL,
    TROUPE_QUEUE_DATABASE_URL,
    REDIS_URL,
  } = env();
  const stores = [TROUPE_APP_DATABASE_URL, TROUPE_AUTH_DATABASE_URL, TROUPE_QUEUE_DATABASE_URL, REDIS_URL];
  return {
    host: new URL(TROUPE_URL).hostname.toLowerCase(),
    ports: new Set([TROUPE_URL, ...stores].flatMap(portOf)),
  };
}
