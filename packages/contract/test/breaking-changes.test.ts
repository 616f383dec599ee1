import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { accept, acceptedFile, breaksSince, lineOf, readAccepted } from "./support/breaks.js";
import { readDocument } from "./support/documents.js";

const STABLE = "openapi.stable.json";

describe("the stable document", () => {
  it("breaks no client of the last release (if it does, keep the old form or use another path)", async () => {
    expect(await breaksSince(STABLE, readDocument(STABLE))).toEqual([]);
  });
});

/** The documents whose beta parts may change. */
const withBeta = ["openapi.json", "openapi.auth.json"] as const;

/** The name of the changeset for breaks that are not accepted yet. `openapi:accept` sets it. */
const { VITE_CHANGESET: changeset = "not accepted" } = (import.meta as { env?: { VITE_CHANGESET?: string } }).env ?? {};

describe("released/accepted-breaks.json", () => {
  it("is what `openapi:accept CHANGESET` writes", async () => {
    const accepted = readAccepted();
    const groups = withBeta.map(async (file) => {
      const found = await breaksSince(file, readDocument(file));
      return [file, accept(found.map(lineOf), accepted[file] ?? {}, changeset)] as const;
    });
    const written = Object.fromEntries(
      (await Promise.all(groups)).filter(([, lines]) => Object.keys(lines).length > 0),
    );
    await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(acceptedFile));
  });

  it("names a changeset for each break", () => {
    const changesets = Object.values(readAccepted()).flatMap((groups) => Object.keys(groups));
    const isMissing = (name: string) => !existsSync(new URL(`../../../.changeset/${name}.md`, import.meta.url));
    expect(changesets.filter(isMissing)).toEqual([]);
  });
});

describe("accept", () => {
  it("lists a new break under the changeset, in the order of the alphabet", () => {
    expect(accept(["a", "b", "c"], { customers: ["b"] }, "customers")).toEqual({ customers: ["a", "b", "c"] });
    expect(accept(["a", "b"], { customers: ["b"] }, "notes")).toEqual({ customers: ["b"], notes: ["a"] });
  });

  it("removes breaks that no longer exist, and changesets without a break", () => {
    expect(accept(["b"], { customers: ["a", "b"], notes: ["c"] }, "views")).toEqual({ customers: ["b"] });
  });
});
