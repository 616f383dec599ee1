import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";

const client = fileURLToPath(new URL("../src/client/index.ts", import.meta.url));

/** The size of a page's bundle that has only these exports of the client, minified and compressed. */
const sizeOf = async (names: string): Promise<number> => {
  const entry = "bundle-entry";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export { ${names} } from ${JSON.stringify(client)};` : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return gzipSync(output.map((one) => ("code" in one ? one.code : "")).join("")).length;
};

describe("the bundle of a page", () => {
  it.each([
    ["createClient", 7_000],
    ["verifyWebhook", 1_400],
    ["photoUrl, photoSrcset", 500],
  ])("with %s takes at most %i bytes (gzip)", async (names, most) => {
    const size = await sizeOf(names);
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThanOrEqual(most);
  });
});
