// Loaded into the web server and the worker: when the supervisor is gone, even killed outright, they stop as if
// told to, and leave neither a taken port nor a half-owned queue behind. Their own children load it as well and are
// left alone: a channel that they have is theirs.
import { isMainThread } from 'node:worker_threads';

const supervisor = Number(process.env.TROUPE_SUPERVISOR);

const gone = () => {
  try {
    return !process.kill(supervisor, 0);
  } catch {
    return true;
  }
};

if (isMainThread && process.connected && process.ppid === supervisor) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
} else if (isMainThread && gone()) {
  // It died before this line.
  process.exit(1);
}
