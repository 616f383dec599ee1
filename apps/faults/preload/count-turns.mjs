// This file is loaded into the service with `--import`. It reports, over the IPC channel, the highest number of
// requests that began in one turn of the event loop.
import { subscribe } from "node:diagnostics_channel";
import { isMainThread } from "node:worker_threads";

let [inTurn, most] = [0, 0];

const endTurn = () => {
  most = Math.max(most, inTurn);
  inTurn = 0;
};

if (isMainThread && process.send !== undefined) {
  subscribe("http.server.request.start", () => {
    if (inTurn === 0) setImmediate(endTurn);
    inTurn += 1;
  });
  process.on("message", (message) => message?.probe === "turns" && process.send({ probe: "turns", most }));
  // If the suite has gone, nothing else would stop this process.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel must not keep the service running.
  process.channel?.unref();
}
