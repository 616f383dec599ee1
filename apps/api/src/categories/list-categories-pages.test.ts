import { foldPetCounts } from "../../test/support/pet-counts.js";
import type { Categories } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { createTestDatabase } from "../../test/support/test-database.js";
import type { Position } from "../operation/listing/position.js";
import { pageStatement } from "../operation/listing/paging.js";
import { categoryListing } from "./category-listing.js";

const names = ["birds", "Cats", "dogs", "éclairs", "Ärger", "🐕".repeat(200), `"\\`.repeat(100), null, null, null];

describe("the pages of GET /categories", () => {
  let api: TestApi;
  let expected: number[];
  beforeAll(async () => {
    api = await createTestApi();
    await api.database.db.category.createMany({ data: names.toReversed().map((name) => ({ name })) });
    // The position of é, Ä and 🐕 depends on the database's collation.
    const { rows } = await api.database.pool.query(
      "SELECT id::integer FROM category ORDER BY name IS NULL, lower(name), id",
    );
    expected = rows.map(({ id }) => id);
  });
  afterAll(() => api.close());

  const list = async (query: string) => {
    const { body, headers } = await api.send(`GET /v1/categories${query}`);
    return { ids: (body as z.infer<typeof Categories>).map(({ id }) => id), link: headers.get("link") };
  };
  const queryOf = (link: string | null, rel: string) =>
    new RegExp(`</v1/categories(\\?[^>]+)>; rel="${rel}"`).exec(link ?? "")?.[1];

  const walk = async (query: string, rel: "next" | "prev") => {
    const pages: number[][] = [];
    let last = query;
    for (let query: string | undefined = last; query !== undefined; ) {
      last = query;
      const { ids, link } = await list(query);
      pages.push(ids);
      query = queryOf(link, rel);
    }
    return { pages, last };
  };

  it.each([1, 2, 3])("list each category once, in both directions, with limit=%i", async (limit) => {
    const starts = expected.map((_, index) => index * limit).filter((start) => start < expected.length);
    const pages = starts.map((start) => expected.slice(start, start + limit));
    const forwards = await walk(`?limit=${limit}`, "next");
    expect(forwards.pages).toEqual(pages);
    expect((await walk(forwards.last, "prev")).pages).toEqual(pages.toReversed());
  });

  it("link to the first page", async () => {
    const { link } = await list("?limit=3");
    expect(queryOf(link, "first")).toBe("?limit=3");
    expect(queryOf((await list(queryOf(link, "next") ?? "")).link, "first")).toBe("?limit=3");
  });

  it("the pages neither skip nor repeat a category when categories change at the same time", async () => {
    const { db } = api.database;
    const [renamed = 0] = expected.slice(-2);
    const { link } = await list("?limit=2");
    await db.category.createMany({ data: [{ id: 60, name: "!" }, { id: 61 }] });
    await db.category.update({ where: { id: renamed }, data: { name: "zzz" } });
    const { ids } = await list(queryOf(link, "next")?.replace("limit=2", "limit=100") ?? "");
    expect(ids.filter((id) => id !== renamed)).toEqual([...expected.slice(2).filter((id) => id !== renamed), 61]);
    expect(ids.filter((id) => id === renamed)).toHaveLength(1);
    await db.category.deleteMany({ where: { id: { in: [60, 61] } } });
    await db.category.update({ where: { id: renamed }, data: { name: null } });
  });

  it("return 400 for the cursor of another listing", async () => {
    const { headers } = await api.send("GET /v1/pets?limit=1");
    const cursor = /cursor=([\w-]+)/.exec(headers.get("link") ?? "")?.[1];
    const { body } = await api.send(`GET /v1/categories?cursor=${cursor}`);
    expect(body).toEqual(
      errorBody("invalid_request", 400, expect.stringContaining("query.cursor must come unchanged from a Link")),
    );
  });
});

describe("GET /categories with 20,000 categories", () => {
  it("reads any page and its counts by index", async () => {
    const database = await createTestDatabase();
    const { pool } = database;
    await pool.query("INSERT INTO category (id, name) SELECT n, 'Name ' || n FROM generate_series(1, 20000) AS n");
    await pool.query("INSERT INTO pet (name, category_id) SELECT 'Rex', n FROM generate_series(1, 20000) AS n");
    await foldPetCounts(pool);
    await pool.query("VACUUM ANALYZE category, pet_count, pet_count_change");
    const planOf = async (position?: Position) => {
      const { text, values } = pageStatement(categoryListing, position, 10);
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    for (const position of [undefined, { side: "after" as const, key: [false, "name 777", 777] }]) {
      const plan = await planOf(position);
      expect(plan).toContain("Index Scan using category_listing_idx on category (actual rows=10.00 loops=1)");
      expect(plan).toMatch(/Scan (using|on) pet_count_pkey (on pet_count )?\(actual rows=1\.00 loops=10\)/);
      // This table is empty after the changes were added to the stored counts.
      expect(plan.match(/Seq Scan on \w+/g)).toEqual(["Seq Scan on pet_count_change"]);
    }
    await database.drop();
  });
});
