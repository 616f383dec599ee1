import { MAX_PAGE_SIZE, PetStatus } from "@petstore/contract/routes";
import { Pool, type QueryConfig } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import type { Position } from "../operation/listing/position.js";
import { type PetPageRequest, petPages } from "./read-pet-pages.js";
import { createLanes, systemFlow } from "../concurrency/lanes.js";

const principal = systemFlow("test");

describe("petPages", () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await createTestApi();
    const pet = (_: unknown, index: number) => ({
      name: `Pet ${index}`,
      categoryId: 1 + (index % 2),
      status: PetStatus.options[index % 3] ?? "sold",
    });
    ids = await addPets(api, ...Array.from({ length: 40 }, pet));
  });
  afterAll(() => api.close());

  const allPages = (): PetPageRequest[] => {
    const sides = ["after", "before", "atLeast", "atMost"] as const;
    const key = [ids[20] ?? 0];
    const positions: (Position | undefined)[] = [undefined, ...sides.map((side) => ({ side, key }))];
    const filters = [{}, { status: "sold" }, { categoryId: 1 }, { categoryId: 2, status: "available" }] as const;
    return positions.flatMap((position) =>
      filters.flatMap((filter) =>
        (["id", "-id", "name"] as const)
          .filter((sort) => sort !== "name" || position === undefined)
          .flatMap((sort) => [1, 7, 100].map((limit) => ({ filters: { ...filter, sort }, position, limit }))),
      ),
    );
  };

  it("splits pages between pets, whatever their names contain", async () => {
    const names = ["x,{", "},{", '",{"id":1', "\\n", 'a","b'];
    const made = await addPets(api, ...names.map((name) => ({ name, categoryId: 90 })));
    const readPage = petPages(api.database.pool, createLanes());
    for (const sort of ["id", "-id", "name"] as const) {
      const filters = { categoryId: 90, sort };
      const { text } = await readPage(principal, { filters, position: undefined, limit: 100 });
      const all = JSON.parse(text) as { id: number; name: string }[];
      expect(new Set(all.map(({ name }) => name))).toEqual(new Set(names));
      for (let limit = 1; limit < made.length; limit += 1) {
        const page = await readPage(principal, { filters, position: undefined, limit });
        expect(JSON.parse(page.text)).toEqual(all.slice(0, limit));
        if (sort === "name") continue;
        const before = { side: "before", key: [all.at(-1)?.id ?? 0] } as const;
        const back = await readPage(principal, { filters, position: before, limit });
        expect(JSON.parse(back.text)).toEqual(all.slice(0, -1).slice(-limit));
      }
    }
  });

  it.each([
    ["id", 91],
    ["-id", 92],
    ["name", 93],
  ] as const)(
    "finds no next page if the rows are exactly as many as the limit, sorted by %s",
    async (sort, categoryId) => {
      const { pool } = api.database;
      await pool.query("INSERT INTO category (id) VALUES ($1)", [categoryId]);
      const insert = "INSERT INTO pet (name, category_id) SELECT 'Rex', $1 FROM generate_series(1, $2::int)";
      const page = async () => {
        const asked = { filters: { categoryId, sort }, position: undefined, limit: MAX_PAGE_SIZE };
        const { text, hasMore } = await petPages(pool, createLanes())(principal, asked);
        return { rows: (JSON.parse(text) as unknown[]).length, hasMore };
      };
      await pool.query(insert, [categoryId, MAX_PAGE_SIZE]);
      expect(await page()).toEqual({ rows: MAX_PAGE_SIZE, hasMore: false });
      await pool.query(insert, [categoryId, 1]);
      expect(await page()).toEqual({ rows: MAX_PAGE_SIZE, hasMore: true });
    },
  );

  it("returns the same pages in a batch as alone", async () => {
    const readPage = petPages(api.database.pool, createLanes());
    const batched = await Promise.all(allPages().map((page) => readPage(principal, page)));
    const alone = [];
    for (const page of allPages()) alone.push(await petPages(api.database.pool, createLanes())(principal, page));
    expect(batched).toEqual(alone);
    expect(new Set(batched.map(({ text }) => text)).size).toBeGreaterThan(50);
  });

  it("uses one statement for pages that differ only in values", async () => {
    const statements: unknown[] = [];
    const { pool } = api.database;
    const query = (config: QueryConfig) => {
      statements.push(config.name);
      return pool.query(config);
    };
    const readPage = petPages(
      new Proxy(pool, { get: (of, name) => (name === "query" ? query : Reflect.get(of, name)) }),
      createLanes(),
    );
    const page = { filters: { sort: "id" }, position: undefined } as const;
    const pages = [1, 2, 3, 4].map((limit) => ({ ...page, limit }));
    const sold = { ...page, limit: 1, filters: { sort: "id", status: "sold" } } as const;
    const read = await Promise.all([...pages, sold].map((one) => readPage(principal, one)));
    expect(read.map(({ text }) => (JSON.parse(text) as unknown[]).length)).toEqual([1, 2, 3, 4, 1]);
    expect(statements).toEqual(["pets by id first", "pets by id first of status"]);
  });

  it("gets a generic plan from PostgreSQL", async () => {
    const pool = new Pool({ ...api.database.connection, max: 1 });
    try {
      const readPage = petPages(pool, createLanes());
      for (let round = 0; round < 12; round++) {
        await readPage(principal, {
          filters: { sort: "-id" },
          position: { side: "after", key: [ids[round] ?? 0] },
          limit: 5,
        });
      }
      const { rows } = await pool.query(
        "SELECT generic_plans::int, custom_plans::int FROM pg_prepared_statements WHERE name = 'pets by -id after'",
      );
      expect(rows).toEqual([{ generic_plans: 7, custom_plans: 5 }]);
    } finally {
      await pool.end();
    }
  });
});
