// Loaded into the web server and the worker: when the supervisor is gone, even killed outright, they stop as if
// told to, and leave neither a taken port nor a half-owned queue behind.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
