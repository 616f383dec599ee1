import { setTimeout as sleep } from "node:timers/promises";
import { type Pet, type Pets, PetStatus, searchTextOf } from "@petstore/contract/routes";
import fc from "fast-check";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyOf } from "./support/any-of.js";
import { linksOf } from "./support/links.js";
import { proofSize } from "./support/proof-size.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

// Each walk reads a listing in both directions. There is one for each filter and order.
const walks = proofSize("WALKS", { short: 20, full: 1_000 });
const petCount = 60;
const writers = 8;
const names = [
  "anna",
  "Anna",
  "ANNA",
  "Bo",
  "bo_b",
  "100%",
  "Ärger",
  "ärger",
  "лада",
  "Лада",
  "🐕",
  "\uffee",
  "zoë",
  "Z",
];

const isSetAside = (id: number) => id % 3 === 0;
const anyPet = () => [anyOf(names), anyOf([1, 1, 1, 2, 2, 3]), anyOf(PetStatus.options)];

/** The listings, each as a query and as the same filter in SQL. */
const filters = [
  { query: "", sql: "true", fits: () => true },
  { query: "status=sold", sql: "status = 'sold'", fits: ({ status }: Pet) => status === "sold" },
  { query: "categoryId=2", sql: "category_id = 2", fits: ({ categoryId }: Pet) => categoryId === 2 },
  {
    query: "status=available&categoryId=1",
    sql: "status = 'available' AND category_id = 1",
    fits: ({ status, categoryId }: Pet) => status === "available" && categoryId === 1,
  },
  {
    query: "name=A",
    sql: "strpos(search_text(name), 'a') > 0",
    fits: ({ name }: Pet) => searchTextOf(name).includes("a"),
  },
] as const;
const orders = { id: "id", "-id": "id DESC", name: "lower(name), id", "-name": "lower(name) DESC, id DESC" } as const;
const listings = filters.flatMap((filter) =>
  Object.entries(orders).map(([sort, orderBy]) => ({ ...filter, sort, orderBy })),
);

describe("GET /pets during writes", () => {
  let api: TestApi;
  let pool: Pool;
  beforeAll(async () => {
    api = await createTestApi();
    pool = new Pool({ ...api.database.connection, max: writers });
    await pool.query("INSERT INTO category (id) VALUES (1), (2), (3)");
    for (let id = 1; id <= petCount; id++)
      await pool.query("INSERT INTO pet (id, name, category_id, status) VALUES ($1, $2, $3, $4)", [id, ...anyPet()]);
    await pool.query("SELECT setval('pet_id_seq', $1)", [petCount]);
  });
  afterAll(async () => {
    await pool.end();
    await api.close();
  });

  /** Changes, deletes and inserts every third pet, and appends some at the end. */
  const write = async (writer: number, signal: AbortSignal) => {
    const own = Array.from({ length: petCount }, (_, index) => index + 1).filter((id) => isSetAside(id));
    const mine = own.filter((_, index) => index % writers === writer);
    const added: number[] = [];
    for (let turn = 0; !signal.aborted; turn++) {
      const id = anyOf(mine);
      const changed = await pool.query(
        turn % 3 === 0
          ? { text: "DELETE FROM pet WHERE id = $1", values: [id] }
          : {
              text: `INSERT INTO pet (id, name, category_id, status) VALUES ($1, $2, $3, $4)
                ON CONFLICT (id) DO UPDATE SET (name, category_id, status) = ROW (excluded.name, excluded.category_id, excluded.status)`,
              values: [id, ...anyPet()],
            },
      );
      if (turn % 20 === 0) {
        const [name, categoryId, status] = anyPet();
        const { body } = await api.send("POST /v1/pets", { body: { name, categoryId, status } });
        added.push((body as Pet).id);
      }
      const old = added.length > 3 ? added.shift() : undefined;
      if (old !== undefined) await pool.query("DELETE FROM pet WHERE id = $1", [old]);
      writes += changed.rowCount ?? 0;
      // This leaves processor time to the walkers.
      await sleep(5);
    }
  };
  let writes = 0;

  const follow = async (from: string | undefined, rel: "next" | "prev") => {
    const pages: { pets: Pets; links: Record<string, string> }[] = [];
    for (let target = from; target !== undefined; target = pages.at(-1)?.links[rel]) {
      const { status, body, headers } = await api.send(`GET ${target}`);
      expect(status).toBe(200);
      pages.push({ pets: body as Pets, links: linksOf(headers.get("link")) });
    }
    return pages;
  };

  it(
    "shows every unchanged pet once and in order, forwards and backwards",
    async () => {
      const stop = new AbortController();
      const writing = Array.from({ length: writers }, (_, writer) => write(writer, stop.signal));
      const limits = fc.sample(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100 })), walks);
      try {
        for (const [index, limit] of limits.entries()) {
          const { query, sql, fits, sort, orderBy } = listings[index % listings.length] ?? anyOf(listings);
          const { rows } = await pool.query<{ id: string }>(
            `SELECT id FROM pet WHERE id <= ${petCount} AND id % 3 <> 0 AND ${sql} ORDER BY ${orderBy}`,
          );
          const forwards = await follow(`/v1/pets?${query}&sort=${sort}&limit=${limit}`.replace("?&", "?"), "next");
          const backwards = await follow(forwards.at(-1)?.links["prev"], "prev");
          const there = forwards.flatMap(({ pets }) => pets);
          const back = [...backwards.toReversed(), ...forwards.slice(-1)].flatMap(({ pets }) => pets);
          for (const seen of [there, back]) {
            const walk = `${query} ${sort} ${limit}`;
            const ids = seen.map(({ id }) => id);
            const staying = ids.filter((id) => id <= petCount && !isSetAside(id));
            expect({ walk, staying }).toEqual({ walk, staying: rows.map(({ id }) => Number(id)) });
            expect({ walk, strays: seen.filter((pet) => !fits(pet)) }).toEqual({ walk, strays: [] });
            // In the order of ids, a pet keeps its place. In the order of names, a renamed pet may occur twice.
            if (orderBy.startsWith("id")) expect(new Set(ids).size).toBe(ids.length);
          }
        }
      } finally {
        stop.abort();
        await Promise.all(writing);
      }
      expect(writes).toBeGreaterThan(walks);
    },
    60_000 + walks * 5_000,
  );
});
