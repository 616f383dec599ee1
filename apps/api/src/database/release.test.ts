import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeRelease, readRelease } from "./release.js";

const commit = "8a4206c7d1e0".padEnd(40, "0");

describe("what runs", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "petstore-release-"));
    write("apps/api/package.json", '{"version":"1.2.0"}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = () => readRelease(join(root, "apps", "api"), root);

  it("has the version of the package and the schema of the last migration", () => {
    expect(read()).toEqual({ version: "1.2.0", schema: expect.stringMatching(/^20\d{12}$/) });
  });

  it.each([
    ["a branch", { ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": `${commit}\n` }],
    [
      "a packed branch",
      { ".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": `# pack-refs\n${commit} refs/heads/main\n` },
    ],
    ["no branch", { ".git/HEAD": `${commit}\n` }],
    ["a release, whose file counts more", { ".git/HEAD": "f".repeat(40), "apps/api/COMMIT": `${commit}\n` }],
  ])("has the commit of a checkout of %s", (_what, files) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    expect(read().commit).toBe("8a4206c7d1e0");
  });

  it("is described with its commit if it is known", () => {
    const release = { version: "1.2.0", schema: "20261129115430" };
    expect(describeRelease(release)).toBe("1.2.0 (schema 20261129115430)");
    expect(describeRelease({ ...release, commit: "8a4206c7d1e0" })).toBe(
      "1.2.0 (commit 8a4206c7d1e0, schema 20261129115430)",
    );
  });
});
