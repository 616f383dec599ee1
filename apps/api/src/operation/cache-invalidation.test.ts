import { describe, expect, it } from "vitest";
import type { AuditEntry } from "./audit-trail.js";
import { parsePetChangeEvents, petChangeEventsOf } from "./cache-invalidation.js";

const entry = (action: string, kind: string, before: unknown, after: unknown) =>
  ({ action, subject: { kind, id: 3 }, before, after }) as AuditEntry;
const pet = { id: 3, name: "Luna", categoryId: 1, status: "available" };
const sold = { ...pet, status: "sold" };

describe("petChangeEventsOf", () => {
  it("returns the pet before and after", () => {
    expect(petChangeEventsOf([entry("pet.update", "pet", pet, sold)])).toEqual([{ before: pet, after: sold }]);
  });

  it("returns the id of an order's pet, because responses contain the pet's status", () => {
    const changes = petChangeEventsOf([entry("order.update", "order", { id: 9, petId: 3 }, { id: 9, petId: 3 })]);
    expect(changes).toEqual([{ before: { id: 3 }, after: { id: 3 } }]);
  });

  it("returns a pet if its profile or photo has changed, even if the photo no longer exists", () => {
    const ofProfile = [{ before: { id: 3 }, after: { id: 3 }, isOfProfile: true }];
    expect(petChangeEventsOf([entry("profile.update", "profile", {}, {})])).toEqual(ofProfile);
    for (const [before, after] of [
      [null, { id: 3, petId: 4 }],
      [{ id: 3, petId: 4 }, null],
    ])
      expect(petChangeEventsOf([entry("photo.update", "photo", before, after)])).toMatchObject([{ after: { id: 4 } }]);
  });

  it("returns nothing for a category and an API key", () => {
    const entries = [entry("category.update", "category", {}, {}), entry("api_key.create", "api_key", null, {})];
    expect(petChangeEventsOf(entries)).toEqual([]);
  });

  it.each([
    ["category.merge", "category"],
    ["category.delete", "category"],
    ["catalogue.import", "catalogue"],
    ["attribute.update", "attribute"],
  ])("returns undefined for %s among other entries, because it may concern any pet", (action, kind) => {
    expect(petChangeEventsOf([entry("pet.update", "pet", pet, sold), entry(action, kind, {}, {})])).toBeUndefined();
  });
});

describe("parsePetChangeEvents", () => {
  it("parses ids with category and status before and after", () => {
    expect(parsePetChangeEvents('[[3, null, [1, "sold"]], [4, [2, "available"], null]]')).toEqual([
      { before: null, after: { id: 3, categoryId: 1, status: "sold" } },
      { before: { id: 4, categoryId: 2, status: "available" }, after: null },
    ]);
  });

  it("parses ids without states as changes of profiles", () => {
    expect(parsePetChangeEvents("[[3]]")).toEqual([{ before: { id: 3 }, after: { id: 3 }, isOfProfile: true }]);
  });

  it.each([undefined, "", "pet 5", '{"version": 2}'])("returns undefined for %j", (payload) => {
    expect(parsePetChangeEvents(payload)).toBeUndefined();
  });
});
