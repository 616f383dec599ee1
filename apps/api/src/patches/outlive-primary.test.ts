import { describe, expect, it } from "vitest";
import { importBuilt, runScript } from "../../test/support/script-process.js";

describe("outlivePrimary", () => {
  it("lets a worker finish its work when the primary is killed", async () => {
    const script = `
      import cluster from "node:cluster";
      ${importBuilt("outlivePrimary", "patches/outlive-primary.js")}
      if (cluster.isPrimary) cluster.fork().on("message", () => process.kill(process.pid, "SIGKILL"));
      else {
        outlivePrimary();
        process.once("disconnect", () => setTimeout(() => console.log("finished"), 50));
        process.send("started");
      }`;
    expect(await runScript(script)).toBe("finished");
  });
});
