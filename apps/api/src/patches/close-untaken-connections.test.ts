import { describe, expect, it } from "vitest";
import { importBuilt, runScript } from "../../test/support/script-process.js";

describe("closeUntakenConnections", () => {
  it("closes a connection whose worker dies before it accepts", async () => {
    const script = `
      import cluster from "node:cluster";
      import { connect, createServer } from "node:net";
      import { setTimeout as delay } from "node:timers/promises";
      ${importBuilt("closeUntakenConnections", "patches/close-untaken-connections.js")}
      if (cluster.isWorker) createServer().listen(0, "127.0.0.1");
      else {
        const worker = cluster.fork();
        closeUntakenConnections(worker);
        worker.once("listening", ({ port }) => {
          worker.process.kill("SIGSTOP");
          const socket = connect(port, "127.0.0.1", async () => {
            // By this time the primary has accepted the connection and sent it to the worker.
            await delay(200);
            worker.process.kill("SIGKILL");
          });
          socket.on("error", () => {}).on("close", () => {
            console.log("closed");
            process.exit();
          });
        });
      }`;
    expect(await runScript(script)).toBe("closed");
  });
});
