import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  /** The same address, by way of this proxy. */
  by(url: string): string;
  /** Half open: nothing flows either way, nothing is closed, and new connections hang. */
  pause(): void;
  /** The connections of now die in silence: nothing flows, nothing is closed; new ones go through. */
  stall(): void;
  /** Every connection is reset, and so is each new one. */
  drop(): void;
  /** After `bytes` more bytes of answers each connection is reset, in the middle of whatever it said. */
  cutAfter(bytes: number): void;
  /** Undoes the fault: what was paused flows on, new connections go through. */
  heal(): void;
  close(): Promise<void>;
};

/** A proxy on a free port in front of `target` that breaks what passes through it when it is told to. */
export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let mode: 'open' | 'paused' | 'dropped' = 'open';
  let left = Number.POSITIVE_INFINITY;

  const reset = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  const server = createServer((near) => {
    if (mode === 'dropped') return void near.on('error', () => {}).resetAndDestroy();
    const far = connect(target.port, target.host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('data', (chunk: Buffer) => {
        if (from === far) left -= chunk.length;
        if (left >= 0) return void to.write(chunk);
        to.write(chunk.subarray(0, chunk.length + left), reset);
      });
      from.on('end', () => to.end());
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
      if (mode === 'paused') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    by: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    pause: () => {
      mode = 'paused';
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    stall: () => {
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    drop: () => {
      mode = 'dropped';
      reset();
    },
    cutAfter: (bytes) => {
      left = bytes;
    },
    heal: () => {
      mode = 'open';
      left = Number.POSITIVE_INFINITY;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        reset();
      }),
  };
}
