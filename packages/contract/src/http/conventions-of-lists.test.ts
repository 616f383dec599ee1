import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contract, listRoutes, MAX_PAGE_SIZE, routeMetadata } from "../routes-entry.js";
import { DEFAULT_PAGE_SIZE } from "./page-size.js";
import { pageLinks } from "./paging.js";

type Parameter = { readonly type?: string; readonly format?: string; readonly [rule: string]: unknown };

const parametersOf = (query: unknown): Readonly<Record<string, Parameter>> =>
  query instanceof z.ZodType
    ? (z.toJSONSchema(query, { unrepresentable: "any" }).properties as Readonly<Record<string, Parameter>>)
    : {};

const isBounded = (list: z.ZodArray | undefined): boolean =>
  list?.safeParse(Array.from({ length: 10_000 })).error?.issues.some(({ code }) => code === "too_big") === true;

const reads = listRoutes(contract)
  .filter(({ route }) => route.method === "GET")
  .map(({ operationId, route }) => {
    const found = route.responses[200];
    const headers = routeMetadata(route).headers ?? {};
    return {
      operationId,
      parameters: parametersOf(route.query),
      list: found instanceof z.ZodArray ? found : undefined,
      hasUnchanged: 304 in route.responses,
      headers: headers[200] ?? {},
      unchanged: headers[304] ?? {},
    };
  });

/** The lists that deviate from the page "Conventions of the API", each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  listEvents:
    "It is a feed: it has no last page, and its answer is an object with the position to go on from. A reader that catches up takes 1,000 events at once.",
  listPets: "It is published, and the only list that people jump around in, so it also has `offset` and `Total-Count`.",
};

const lists = reads.filter(({ list }) => list !== undefined);
const paged = lists.filter(({ parameters }) => "limit" in parameters);
const whole = lists.filter(({ parameters }) => !("limit" in parameters));
const namesIn = (parameters: object) => Object.keys(parameters);

describe("a list of the API", () => {
  it("has at most two exceptions, and each of them exists", () => {
    expect(namesIn(exceptions).filter((name) => reads.some(({ operationId }) => operationId === name))).toEqual([
      "listEvents",
      "listPets",
    ]);
  });

  it("includes every read with the parameter limit, except a feed", () => {
    const limited = reads.filter(({ parameters, list }) => "limit" in parameters && list === undefined);
    expect(limited.map(({ operationId }) => operationId)).toEqual(["listEvents"]);
  });

  it.each(paged)("has pages with the same bounds, and links to other pages: $operationId", (one) => {
    const { limit, cursor } = one.parameters;
    expect(limit).toMatchObject({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE });
    expect(cursor).toMatchObject({ type: "string", maxLength: 2_048 });
    expect(one.headers["Link"]).toEqual(pageLinks);
    expect(isBounded(one.list)).toBe(false);
    const more = namesIn({ ...one.parameters, ...one.headers }).filter((name) => /^(?:offset|page|Total-)/.test(name));
    expect(more.length > 0).toBe(one.operationId === "listPets");
  });

  it.each(whole)("is returned whole if the contract bounds it: $operationId", ({ list, headers, parameters }) => {
    expect(isBounded(list)).toBe(true);
    expect(namesIn({ ...headers, ...parameters })).not.toContain("Link");
    expect(namesIn(parameters)).not.toContain("cursor");
  });

  it.each(lists)(
    "has an ETag, and answers 304 while it has not changed: $operationId",
    ({ headers, unchanged, ...one }) => {
      expect(one.hasUnchanged).toBe(true);
      expect([namesIn(headers), namesIn(unchanged)]).toEqual([
        expect.arrayContaining(["ETag"]),
        ["ETag", "Cache-Control", "Vary"],
      ]);
    },
  );
});

describe("a parameter of a read", () => {
  const parameters = reads.flatMap(({ operationId, parameters: all }) =>
    Object.entries(all).map(([name, parameter]) => ({ operationId, name, parameter })),
  );
  const named = (wanted: string) => parameters.filter(({ name }) => name === wanted);

  it("selects by a time of creation with createdFrom and createdTo, both or neither", () => {
    const times = parameters.filter(({ parameter }) =>
      JSON.stringify(parameter["examples"] ?? []).includes("T00:00:00Z"),
    );
    expect(new Set(times.map(({ name }) => name))).toEqual(new Set(["createdFrom", "createdTo"]));
    const those = (name: string) => named(name).map(({ operationId }) => operationId);
    expect(those("createdFrom")).toEqual(those("createdTo"));
  });

  it("searches with q, and says in one sentence what it searches", () => {
    const searched = parameters.filter(({ parameter }) =>
      /^(?:search|filters? by a (?:text|substring))/i.test(String(parameter["description"])),
    );
    // The name of a pet and the reference of an order are one field, not a search.
    expect(new Set(searched.map(({ name }) => name))).toEqual(new Set(["q", "name", "reference"]));
    for (const { parameter } of named("q").filter(({ operationId }) => operationId !== "listSuggestions"))
      expect(parameter["description"]).toMatch(
        /^(?:Filters by a text anywhere in .*, ignoring case and accents|Searches by words)\./,
      );
  });

  it("adds details to each item with expand, which takes an array", () => {
    expect(named("expand").length).toBeGreaterThan(3);
    for (const { parameter } of named("expand")) expect(parameter.type).toBe("array");
  });
});
