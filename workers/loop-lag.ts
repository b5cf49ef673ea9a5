import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Heartbeats and records need a loop that is never blocked for longer than this, in ms. */
const LAG_MAX_MS = 50;

/** A gauge of the event loop's lag: `read` gives the 99th percentile and the worst since the last reading, in ms. */
export function loopLag() {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  return {
    read: () => {
      const reading = { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 };
      histogram.reset();
      return { ...reading, high: reading.p99 > LAG_MAX_MS };
    },
    stop: () => histogram.disable(),
  };
}
