// Loaded into the web server and the worker: when the supervisor is gone, even killed outright, they stop as if
// told to, and leave neither a taken port nor a half-owned queue behind.
import { isMainThread } from 'node:worker_threads';

const gone = () => {
  try {
    return !process.kill(Number(process.env.TROUPE_SUPERVISOR), 0);
  } catch {
    return true;
  }
};

if (process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
} else if (isMainThread && gone()) {
  // It died before this line; a child of ours that has no channel is left alone while it lives.
  process.exit(1);
}
