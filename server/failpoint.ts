import { env } from './env';

/**
 * Points at which a fault test stops, breaks or weakens this process. With `TROUPE_FAILPOINTS` empty, as everywhere
 * outside tests, each is one comparison of a string. Names, separated by commas: `stop:<point>` tells the parent
 * process and waits for its word; `abort:<point>` ends the process; `control.<protection>` removes that protection,
 * so that a test can show that it is needed.
 */
const set = (): string[] => env().TROUPE_FAILPOINTS.split(',');

export const control = (protection: string): boolean =>
  env().TROUPE_FAILPOINTS !== '' && set().includes(`control.${protection}`);

export async function failpoint(point: string): Promise<void> {
  if (env().TROUPE_FAILPOINTS === '') return;
  if (set().includes(`abort:${point}`)) process.abort();
  if (set().includes(`stop:${point}`)) await parentsWord(point);
}

function parentsWord(point: string): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if ((message as { release?: string } | null)?.release !== point) return;
      process.off('message', onMessage);
      resolve();
    };
    process.on('message', onMessage);
    process.send?.({ reached: point });
  });
}
