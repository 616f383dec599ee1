// This file is loaded into the service with `--import`. A message over the IPC channel moves the service's monotonic
// clock forward, so that a client waits only seconds, instead of a minute, for the end of a rate limit.
const now = performance.now.bind(performance);
let aheadMs = 0;
performance.now = () => now() + aheadMs;

process.on("message", ({ advanceMs }) => {
  aheadMs += advanceMs;
  process.send({ aheadMs });
});
// The channel must not keep the process running when the service stops.
process.channel.unref();
