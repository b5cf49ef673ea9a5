// Loaded into the web server of a measurement: asked over its channel, it collects its garbage and tells what it holds.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const ROUNDS = 6;

if (isMainThread && process.connected) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', async (message) => {
    if (message !== 'memory') return;
    // What one collection finalizes is free after the next, and pages go back to the system behind them.
    for (let round = 0; round < ROUNDS; round += 1) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    process.send?.({ residentBytes: process.memoryUsage.rss() });
  });
  process.channel?.unref();
}
