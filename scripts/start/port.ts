import { createServer } from 'node:net';
import { PlainError } from './plain-error';

/** Binds and lets go again: the port in use, or undefined when it is taken. 0 asks for any free one. */
export function tryPort(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** `preferred` while it is free, else any free port. */
export async function freePort(preferred?: number): Promise<number> {
  const kept = preferred ? await tryPort(preferred) : undefined;
  const port = kept ?? (await tryPort(0));
  if (!port) throw new PlainError('No free port on 127.0.0.1.');
  return port;
}

/** What binding says when the host is not one of this machine's addresses, or no address at all. */
const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/** @throws PlainError that says how to choose another port, or which HOSTNAME to leave out. */
export async function requirePort(port: number, host: string, script: string): Promise<void> {
  const bound = await tryPort(port, host).catch((error: NodeJS.ErrnoException) => {
    if (!NO_ADDRESS.includes(error.code ?? '')) throw error;
    throw new PlainError(
      `HOSTNAME ${host} is no address of this machine. Leave it out for 127.0.0.1; 0.0.0.0 stands for all of its addresses.`,
    );
  });
  if (bound) return;
  throw new PlainError(
    `Port ${port} on ${host} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm run ${script}`,
  );
}
