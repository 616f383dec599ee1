import { describe, expect, it } from "vitest";
import { banner } from "./banner.js";

const firstStart = {
  email: "owner@petstore.internal",
  key: "pets_live_x",
  invitation: { url: "http://h/#invitation", expiresAt: "2026-01-01T00:00:00.000Z" } as never,
  samplePetCount: 0,
  credentialsPath: undefined,
};
const identity = {
  release: { version: "1.2.0", commit: "8a4206c7d1e0", schema: "20261129115430" },
  store: { isPrivate: true, place: "/srv/data", postgres: "18.1", hasTls: false },
};
const off = { admin: "off", docs: "off" } as const;

describe("the banner", () => {
  it("shows the address of each site, or that the site is not built, and omits a disabled site", () => {
    const lines = banner("http://h", { admin: "served", docs: "not built" }, identity, undefined).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining(["  Admin     http://h/", "  Docs      not served: it is not built here"]),
    );
    expect(lines).toContain("  Need a key?  npx --yes pnpm petstore keys create --name my-key --scope write");
    const both = banner("http://h", { admin: "off", docs: "served" }, identity, undefined);
    expect([both.includes("Admin"), both.includes("  Docs      http://h/docs\n")]).toEqual([false, true]);
    expect(both).toContain("  API       http://h/v1\n");
  });

  it("shows the version with its commit and schema, and where the store is", () => {
    const lines = banner("http://h", off, identity, undefined).split("\n");
    expect(lines).toContain("  Version   1.2.0 (commit 8a4206c7d1e0, schema 20261129115430)");
    expect(lines).toContain("  Store     private, in /srv/data (PostgreSQL 18.1)");
  });

  it("shows the key and the link at a first start in a terminal, but names no file", () => {
    const shown = banner("http://h", off, identity, firstStart);
    for (const part of [
      "  Key       pets_live_x\n",
      "  Sign in   http://h/#invitation\n",
      '"Authorization: Bearer pets_live_x"',
    ]) {
      expect(shown).toContain(part);
    }
    expect([shown.includes("Secrets"), shown.includes("sample pets"), shown.includes("Need a key?")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("names the file at a first start outside a terminal, but shows no key and no link", () => {
    const shown = banner("http://h", off, identity, {
      ...firstStart,
      samplePetCount: 25,
      credentialsPath: "/it's here",
    });
    expect(shown).toContain("  Secrets   /it's here\n");
    expect(shown).toContain("  25 sample pets are in the store.\n");
    expect(shown).toContain(`$(sed -n 's/^Key *//p' '/it'\\''s here')`);
    expect([shown.includes("pets_live_x"), shown.includes("#invitation")]).toEqual([false, false]);
  });
});
