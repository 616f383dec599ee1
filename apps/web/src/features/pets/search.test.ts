import { describe, expect, it, onTestFinished } from "vitest";
import { newestFirst } from "../../lib/page/preferences.js";
import { hasFilters, orderKey, parsePetSearch, searchFor, searchOrder, searchText, sortOf } from "./search.js";

describe("parsePetSearch", () => {
  it("reads the parameters of listPets from the text of an address", () => {
    const search = {
      status: "sold",
      categoryId: "2",
      q: "lu",
      id: ["1", "2"],
      sort: "-name",
      cursor: "abc",
      open: "7",
    };
    expect(parsePetSearch(search)).toEqual({ ...search, categoryId: 2, id: [1, 2], open: 7 });
  });

  it("reads filters by fields with one or several values", () => {
    const attributes = { breed: "Collie", weight: "5..10", size: ["small", "large"] };
    const found = { attributes: { breed: ["Collie"], weight: ["5..10"], size: ["small", "large"] } };
    expect(parsePetSearch({ attributes })).toEqual(found);
    expect(parsePetSearch(parsePetSearch({ attributes }))).toEqual(found);
    expect(parsePetSearch({ attributes: { "no name": "x" }, expand: "profile", externalId: "A" })).toEqual({});
    expect([hasFilters(found), hasFilters({ attributes: {} })]).toEqual([true, false]);
  });

  it("shows the newest first if the browser chose that and the address has no filter or sort", () => {
    newestFirst.set(true);
    onTestFinished(() => newestFirst.set(false));
    expect([parsePetSearch({}), parsePetSearch({ open: "7" })]).toEqual([{ sort: "-id" }, { open: 7, sort: "-id" }]);
    expect([parsePetSearch({ sort: "id" }), parsePetSearch({ status: "sold" })]).toEqual([
      { sort: "id" },
      { status: "sold" },
    ]);
    newestFirst.set(false);
    expect([parsePetSearch({}), parsePetSearch({ sort: "id" })]).toEqual([{}, {}]);
  });

  it("reads the layout and the position, without defaults", () => {
    const place = { limit: "20", columns: "breed", offset: "40", createdFrom: "2026-11-01T00:00:00Z" };
    const read = { limit: 20, columns: ["breed"], offset: 40, createdFrom: "2026-11-01T00:00:00.000Z" };
    expect(parsePetSearch(place)).toEqual(read);
    expect(parsePetSearch({ limit: "50", offset: "0" })).toEqual({});
  });

  it("returns the same when its result is parsed again", () => {
    const search = { status: "sold", categoryId: 2, id: [5], limit: 100, columns: ["a", "b"], open: 7, new: true };
    expect(parsePetSearch(parsePetSearch(search))).toEqual(search);
  });

  it("leaves out what is invalid, unknown or the default", () => {
    const search = {
      status: "lost",
      categoryId: "-1",
      q: "",
      id: "x",
      sort: "id",
      open: "0",
      limit: "5",
      offset: "10001",
      columns: "Not a name",
      createdFrom: "yesterday",
      colour: "red",
    };
    expect(parsePetSearch(search)).toEqual({});
  });
});

describe("searchFor", () => {
  it.each([
    ["42", { q: "42" }],
    ["985 112 000 000 001", { q: "985 112 000 000 001" }],
    ["#42, 7; 42", { id: [42, 7] }],
    [" Luna ", { q: "Luna" }],
    ["0, 0", { q: "0, 0" }],
    ["  ", {}],
  ])("turns %j into %j", (text, expected) => {
    expect(searchFor(text)).toEqual({ q: undefined, id: undefined, ...expected });
  });

  it("is the inverse of searchText", () => {
    expect(searchText(searchFor("12,13"))).toBe("12, 13");
    expect(searchText(searchFor("Luna"))).toBe("Luna");
  });
});

describe("the order of a search", () => {
  it("is the best match first, unless a person has chosen another order", () => {
    expect([sortOf({}), sortOf({ q: "a" }), sortOf({ q: "a", sort: "id" })]).toEqual(["id", "relevance", "id"]);
    expect(parsePetSearch({ q: "a", sort: "relevance" })).toEqual({ q: "a" });
    expect(parsePetSearch({ q: "a", sort: "id" })).toEqual({ q: "a", sort: "id" });
    expect(parsePetSearch({ sort: "relevance" })).toEqual({});
    expect(searchOrder({ sort: "name" }, "a")).toEqual({ q: "a" });
  });

  it("replaces the newest first if only the browser chose that", () => {
    newestFirst.set(true);
    onTestFinished(() => newestFirst.set(false));
    expect(searchOrder({ sort: "-id" }, "a")).toEqual({ q: "a", sort: undefined });
    expect(searchOrder({ sort: "-id", q: "a" }, "ab")).toEqual({ q: "ab" });
    expect(searchOrder({ sort: "name" }, "a")).toEqual({ q: "a" });
    expect(parsePetSearch({ sort: "relevance" })).toEqual({ sort: "-id" });
  });
});

describe("orderKey", () => {
  it("ignores the page, the drawer and the order of the parameters", () => {
    expect(orderKey({ q: "a", status: "sold", ...{ cursor: "x", open: 1 } })).toBe(
      orderKey({ status: "sold", q: "a" }),
    );
    expect(orderKey({ attributes: { b: ["1"], a: ["2"] } })).toBe(orderKey({ attributes: { a: ["2"], b: ["1"] } }));
    expect(orderKey({ attributes: {} })).toBe(orderKey({}));
  });
});
