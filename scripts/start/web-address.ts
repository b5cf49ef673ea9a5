import { PlainError } from './plain-error';
import type { Variables } from './variables';

export type WebAddress = { port: number; host: string; url: string };

/** Where the web server listens (PORT, HOSTNAME) and how it is reached (TROUPE_URL). @throws PlainError */
export function webAddress(env: Variables): WebAddress {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PlainError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
  }
  // Shells set HOSTNAME to the machine's name; only an address is a choice.
  const host = /^[\d.]+$|:/.test(env.HOSTNAME ?? '') ? String(env.HOSTNAME) : '127.0.0.1';
  return { port, host, url: (env.TROUPE_URL || `http://localhost:${port}`).replace(/\/$/, '') };
}

/** What both processes need beside the database: their public address, and loopback model servers on one machine. */
export const webVariables = ({ port, host, url }: WebAddress, env: Variables): Variables => ({
  PORT: String(port),
  HOSTNAME: host,
  TROUPE_URL: url,
  NEXTAUTH_URL: url,
  TROUPE_ALLOW_LOCAL_PROVIDERS:
    env.TROUPE_ALLOW_LOCAL_PROVIDERS || String(host === '127.0.0.1' || host === '::1'),
});

/** Polls until the server answers with success, or `patienceMs` has passed. */
export async function answers(
  { port, host }: WebAddress,
  path: string,
  patienceMs: number,
  stopped: () => boolean = () => false,
): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}${path}`;
  while (Date.now() < deadline && !stopped()) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return false;
}
