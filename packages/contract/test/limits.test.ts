import { describe, expect, it } from "vitest";
import { Rotation } from "../src/http/rotation.js";
import { AuditQuery } from "../src/event/audit-queries.js";
import { BulkPetChanges } from "../src/pet/bulk-pet-change.js";
import { PetImport } from "../src/pet/pet-import.js";
import { PetQuery } from "../src/pet/pet-query.js";
import { Flag } from "../src/http/rules.js";

const isValid = (schema: { safeParse(value: unknown): { success: boolean } }) => (value: unknown) =>
  schema.safeParse(value).success;

describe("a limit of a request", () => {
  it("lets an import map 1 to 1,000 values of up to 200 characters, without white space at an end", () => {
    const mapOf = (...values: string[]) => Object.fromEntries(values.map((value) => [value, "sold"]));
    const many = (count: number) => mapOf(...Array.from({ length: count }, (_, at) => `v${at}`));
    const maps = [many(1), many(1_000), mapOf(""), mapOf("*"), mapOf("🐕".repeat(200)), mapOf("a b")];
    expect(maps.map(isValid(PetImport.shape.statusMap))).toEqual(Array(6).fill(true));
    const refused = [many(0), many(1_001), mapOf("ok", "🐕".repeat(201)), mapOf(" a"), mapOf("a\t"), { a: "lost" }];
    expect(refused.map(isValid(PetImport.shape.statusMap))).toEqual(Array(6).fill(false));
  });

  it("lets an import map up to 60 attributes to columns of up to 200 characters, or to no column", () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, "x"]));
    const maps = [{}, many(60), { breed: "" }, { ["a".repeat(40)]: "🐕".repeat(200) }];
    expect(maps.map(isValid(PetImport.shape.attributeColumns))).toEqual(Array(4).fill(true));
    const refused = [many(61), { breed: "🐕".repeat(201) }, { Breed: "x" }, { ["a".repeat(41)]: "x" }, { breed: null }];
    expect(refused.map(isValid(PetImport.shape.attributeColumns))).toEqual(Array(5).fill(false));
  });

  it("lets an import map up to 1,000 values of each of up to 100 columns, each to up to 60 values of attributes", () => {
    const many = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, value]));
    const isTaken = isValid(PetImport.shape.valueMaps);
    const maps = [{}, { Sex: {} }, { Sex: { U: {}, "": {}, "*": {}, M: { sex: "male", neutered: true } } }];
    const full = [many(100, {}), { a: many(1_000, {}) }, { a: { b: many(60, 1) } }];
    const long = { ["🐕".repeat(200)]: { ["🐕".repeat(200)]: {} } };
    expect([...maps, ...full, long].map(isTaken)).toEqual(Array(7).fill(true));
    const tooMany = [many(101, {}), { a: many(1_001, {}) }, { a: { b: many(61, 1) } }];
    const names = [{ "": {} }, { a: { " b": {} } }, { a: { ["🐕".repeat(201)]: {} } }, { ["🐕".repeat(201)]: {} }];
    const values = [{ a: { b: { sex: null } } }, { a: { b: null } }, { a: { b: "male" } }, { a: [] }, []];
    expect([...tooMany, ...names, ...values].map(isTaken)).toEqual(Array(12).fill(false));
  });

  it("lets a bulk change have 1 to 1,000 pets, each once", () => {
    const change = (id: number) => ({ id, from: null, to: { name: "Bo", categoryId: 1, status: "sold" } });
    const many = (count: number) => Array.from({ length: count }, (_, at) => change(at + 1));
    expect([many(0), many(1), many(1_000), many(1_001)].map(isValid(BulkPetChanges))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const { error } = BulkPetChanges.safeParse([change(1), change(2), { id: 1 }, change(2)]);
    const repeated = error?.issues.filter(({ message }) => message.startsWith("must not repeat"));
    expect(repeated?.map(({ path, message }) => [path, message])).toEqual([
      [[2, "id"], "must not repeat the id of body.0"],
      [[3, "id"], "must not repeat the id of body.1"],
    ]);
  });

  it("lets a listing have 1 to 100 ids, and a single id without an array", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
    expect([[], ids(100), ids(101)].map(isValid(PetQuery.shape.id))).toEqual([false, true, false]);
    expect(PetQuery.shape.id.parse("7")).toEqual([7]);
  });

  it("lets keys overlap for 0 seconds to a week", () => {
    const overlaps = [-1, 0, 604_800, 604_801, 1.5].map((overlapSeconds) => ({ overlapSeconds }));
    expect(overlaps.map(isValid(Rotation))).toEqual([false, true, true, false, false]);
  });
});

describe("a parameter of a query", () => {
  it.each([
    ["2026-11-21T09:30:00.0001Z", "2026-11-21T09:30:00.001Z"],
    ["2026-11-21T09:30:00.001000z", "2026-11-21T09:30:00.001Z"],
    ["2026-11-21t09:30:00.9999+02:00", "2026-11-21T07:30:01.000Z"],
    ["2026-11-21T09:30:00.12Z", "2026-11-21T09:30:00.120Z"],
  ])("reads %s as a moment in whole milliseconds, rounded up", (given, read) => {
    expect([AuditQuery.shape.createdFrom.parse(given), AuditQuery.shape.createdTo.parse(given)]).toEqual([read, read]);
  });

  it("reads the words true and false as booleans, and refuses other words", () => {
    expect(["true", "false"].map((word) => Flag.parse(word as never))).toEqual([true, false]);
    expect(["1", "TRUE", ""].map(isValid(Flag))).toEqual([false, false, false]);
  });
});
