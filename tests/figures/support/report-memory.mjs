// Loaded into the web server of a measurement: asked over its channel, it collects its garbage and tells what it holds.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.connected) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', (message) => {
    if (message !== 'memory') return;
    collect();
    // What the first collection finalized is free after the second.
    setTimeout(() => {
      collect();
      process.send?.({ residentBytes: process.memoryUsage.rss() });
    }, 200);
  });
  process.channel?.unref();
}
