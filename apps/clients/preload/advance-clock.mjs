// Loaded into the service with `--import`: a message over the IPC channel moves its monotonic clock forward, so that a client
// waits seconds for the end of a rate limit's minute.
const now = performance.now.bind(performance);
let aheadMs = 0;
performance.now = () => now() + aheadMs;

process.on("message", ({ advanceMs }) => {
  aheadMs += advanceMs;
  process.send({ aheadMs });
});
// The channel must not keep a stopping service alive.
process.channel.unref();
