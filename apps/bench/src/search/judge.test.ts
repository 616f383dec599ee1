import { describe, expect, it } from "vitest";
import { type Animal, readAnimals } from "./animals.js";
import { createJudge, kinds, recallOf } from "./judge.js";
import { makeQueries } from "./make-queries.js";
import { readQueries } from "./queries.js";
import { editsBetween } from "./words.js";

const animal = (externalId: string, name: string, breed: string, rest: Animal["attributes"] = {}): Animal => ({
  ...{ externalId, name, category: "Dog", status: "available" },
  attributes: { breed, ...rest },
});

const judge = createJudge([
  animal("A1", "Max", "Labrador Retriever"),
  animal("A2", "Maxi", "Pug"),
  animal("A3", "Big Max", "Pug"),
  animal("A4", "Rex", "Max Terrier", { microchip: "985112000000001" }),
]);

describe("the judge of searches", () => {
  it.each([
    ["an exact name before other names", { kind: "exact", words: ["max"] }, ["A1"]],
    ["an exact name before the names that begin so", { kind: "prefix", words: ["max*"] }, ["A1"]],
    ["the names that begin so before a word in a name", { kind: "prefix", words: ["ma*"] }, ["A1", "A2"]],
    ["words of several fields together", { kind: "several words", words: ["max", "retriever"] }, ["A1"]],
    ["all animals with the word that was mistyped", { kind: "one typo", words: ["max"] }, ["A1", "A3", "A4"]],
    ["the animal whose code begins so", { kind: "code", code: "985112" }, ["A4"]],
    ["nothing for nonsense", { kind: "nonsense" }, []],
  ] as const)("expects %s", (_what, judged, ids) => {
    expect([...judge({ q: "", ...judged })]).toEqual(ids);
  });

  it("computes recall@5 by as many animals as could be among the first five", () => {
    const expected = new Set(["A1", "A2"]);
    expect(recallOf(expected, ["A2", "A9", "A1"])).toBe(1);
    expect(recallOf(expected, ["A9", "A8", "A7", "A6", "A5", "A1"])).toBe(0);
    expect(recallOf(new Set(["A1", "A2", "A3", "A4", "A5", "A6"]), ["A6", "A2"])).toBe(0.4);
  });

  it("counts nonsense as found only if nothing is", () => {
    expect(recallOf(new Set(), [])).toBe(1);
    expect(recallOf(new Set(), ["A1"])).toBe(0);
  });
});

describe("the judged queries", () => {
  const animals = readAnimals();
  const queries = readQueries();

  it("are those that the seeded generator draws from the data", () => {
    expect(queries).toEqual(makeQueries(animals));
  });

  it("are 400 that mean something and 100 that mean nothing, all of them different", () => {
    expect(queries.filter(({ kind }) => kind !== "nonsense")).toHaveLength(400);
    expect(queries.filter(({ kind }) => kind === "nonsense")).toHaveLength(100);
    expect(new Set(queries.map(({ q }) => q)).size).toBe(500);
    expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it("expect at least one animal, unless they are nonsense", () => {
    const ofAll = createJudge(animals);
    const without = queries.filter((judged) => judged.kind !== "nonsense" && ofAll(judged).size === 0);
    expect(without).toEqual([]);
  });
});

describe("the number of edits between two words", () => {
  it.each([
    ["labrador", "labrador", 0],
    ["labrador", "labrdor", 1],
    ["labrador", "labbrador", 1],
    ["labrador", "lavrador", 1],
    ["labrador", "larbador", 1],
    ["labrador", "lbradro", 2],
  ])("of %s and %s is %i", (one, other, edits) => {
    expect(editsBetween(one, other)).toBe(edits);
  });
});
