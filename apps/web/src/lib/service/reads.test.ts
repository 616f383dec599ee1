import { MAX_LISTED_IDS, MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { petOf } from "../../../test/support/examples";
import { fakeService } from "../../../test/support/fake-service";
import { categoriesQuery } from "../pets/categories";
import { readPageCursors } from "./page-links";
import { readPetsById, requestsFor } from "../pets/pets-by-id";
import { queryClient } from "./query-client";

const pet = (id: number, name = `Pet ${id}`) => petOf({ id, name });

beforeEach(() => void vi.stubGlobal("location", new URL("http://store.test/animals")));
afterEach(() => void vi.unstubAllGlobals());

describe("readPageCursors", () => {
  it("reads both directions of a Link, and nothing without one", () => {
    const link = '</v1/pets?cursor=abc&limit=50>; rel="next", </v1/pets?cursor=xyz>; rel="prev"';
    expect(readPageCursors(new Headers({ link }))).toEqual({ next: "abc", prev: "xyz" });
    expect(readPageCursors(new Headers())).toEqual({});
  });
});

describe("categoriesQuery", () => {
  it("reads every page", async () => {
    const asked = fakeService({
      "GET /v1/categories": ({ query }) =>
        query.get("cursor") === "b"
          ? { body: [{ id: 2, name: "Dogs", petCount: 0 }] }
          : {
              body: [{ id: 1, name: "Cats", petCount: 0 }],
              headers: { link: '</v1/categories?cursor=b>; rel="next"' },
            },
    });
    const all = await queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 });
    expect([all.map(({ id }) => id), asked.length]).toEqual([[1, 2], 2]);
    queryClient.clear();
  });
});

describe("readPetsById", () => {
  it("reads as many animals per request as allowed, and finds all that exist", async () => {
    const atOnce = Math.min(MAX_LISTED_IDS, MAX_PAGE_SIZE);
    const ids = Array.from({ length: atOnce + 1 }, (_, at) => at + 1);
    expect(requestsFor(ids).map((some) => some.length)).toEqual([atOnce, 1]);
    const asked = fakeService({
      "GET /v1/pets": ({ query }) => ({
        body: query
          .getAll("id")
          .slice(1)
          .map((id) => pet(Number(id))),
      }),
    });
    const found = await readPetsById(ids);
    expect([found.size, found.get(2)?.name, found.has(1)]).toEqual([atOnce - 1, "Pet 2", false]);
    expect(asked.map(({ query }) => query.get("limit"))).toEqual([String(atOnce), String(atOnce)]);
  });
});
