/**
 * Waits for Ctrl-C or a request to stop, then runs `stop` once. A second Ctrl-C does not wait any longer.
 * @returns the exit code.
 */
export function untilStopped(stop: () => Promise<void>): Promise<number> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = () => {
      if (asked) process.exit(1);
      asked = true;
      console.log('\nStopping …');
      stop().then(
        () => resolve(0),
        (error) => {
          console.error(error);
          resolve(1);
        },
      );
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  });
}
