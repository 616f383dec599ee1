import { describe, expect, it } from "vitest";
import { importBuilt, runScript } from "../../test/support/script-process.js";

const loadPg = (before: string) => `
  import { createRequire } from "node:module";
  ${importBuilt("defineNavigator", "patches/navigator.js")}
  ${before}
  createRequire(${JSON.stringify(import.meta.url)})("pg");
  const isLoaded = process.moduleLoadList.includes("NativeModule internal/deps/undici/undici");
  console.log(isLoaded ? "loaded" : "not loaded");`;

describe("Node's HTTP client", () => {
  it("is not loaded with pg after defineNavigator", async () => {
    expect(await runScript(loadPg("defineNavigator();"))).toBe("not loaded");
  });

  // This test fails when pg no longer loads that module. In that case defineNavigator can be removed.
  it.runIf(process.versions.node.startsWith("20."))("is loaded with pg if defineNavigator is not called", async () => {
    expect(await runScript(loadPg(""))).toBe("loaded");
  });
});
