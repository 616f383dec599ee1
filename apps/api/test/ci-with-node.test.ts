import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// These tests run .ci/with-node.mjs without access to the registry.

const script = fileURLToPath(new URL("../../../.ci/with-node.mjs", import.meta.url));

const run = (required: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const unreachable = { NPM_CONFIG_REGISTRY: "http://127.0.0.1:9/", NPM_CONFIG_FETCH_RETRIES: "0" };
    const env = { ...process.env, ...unreachable, REQUIRE_NODE_VERSIONS: required };
    execFile(process.execPath, [script, "24.9999.0", "node", "--version"], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout }),
    );
  });

describe("the tests under another version of Node.js", () => {
  it("are skipped with a sentence if npm cannot fetch that version", async () => {
    const { code, output } = await run("");
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^Node\.js 24\.9999\.0 cannot be fetched .* skipped\.\n$/),
    ]);
  });

  it("fail instead of being skipped if REQUIRE_NODE_VERSIONS is 1", async () => {
    const { code, output } = await run("1");
    expect([code, output]).toEqual([1, expect.stringContaining("REQUIRE_NODE_VERSIONS asks for it.")]);
  });
});
