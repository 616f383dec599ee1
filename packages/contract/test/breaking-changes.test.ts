import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accepted, type Break, breaksSince } from "./support/breaks.js";
import { readDocument } from "./support/documents.js";

const STABLE = "openapi.stable.json";

describe("the stable document", () => {
  it("breaks no client of the last release (else keep what it had, or publish it under another path)", async () => {
    expect(await breaksSince(STABLE, readDocument(STABLE))).toEqual([]);
  });
});

const lineOf = ({ at, ruleId, message }: Break) => `${at}: ${ruleId}: ${message}`;

describe.each(["openapi.json", "openapi.auth.json"] as const)("%s, whose beta parts may change", (file) => {
  it("breaks only what released/accepted-breaks.json lists under the changeset that says so", async () => {
    const found = await breaksSince(file, readDocument(file));
    expect(found.map(lineOf).toSorted()).toEqual(Object.values(accepted(file)).flat().toSorted());
  });

  it("breaks nothing without a changeset", () => {
    const changesets = Object.keys(accepted(file));
    const isMissing = (name: string) => !existsSync(new URL(`../../../.changeset/${name}.md`, import.meta.url));
    expect(changesets.filter(isMissing)).toEqual([]);
  });
});
