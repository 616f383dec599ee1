import { Pet } from "@petstore/contract/routes";
import fc from "fast-check";
import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { queryOfPool } from "../../database/query.js";
import { petColumns, type PetRow, toFields, toPet } from "./pet-table.js";
import { restorePets } from "./write-pets.js";
import { petPages } from "../read-pet-pages.js";
import { jsonOf, petJson } from "./pet-json.js";
import { Prisma } from "../../generated/client.js";
import { createLanes, systemFlow } from "../../concurrency/lanes.js";

const principal = systemFlow("test");

describe("petJson", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query("INSERT INTO category (id) VALUES (1), (9007199254740991)");
  });
  afterAll(() => database.drop());

  const oddPart = fc.constantFrom(
    '"',
    "\\",
    ',{"id":1',
    '"},{"',
    "/",
    "\u2028",
    "\u2029",
    "🐈‍⬛",
    "\u{10FFFF}",
    "\uFEFF",
    "é",
    "\u0301",
    "</",
    "%",
    "'",
    "{}",
    "\u00A0",
  );
  const part = fc.oneof(oddPart, fc.string({ unit: "binary", minLength: 1 }));
  const name = fc
    .array(part, { minLength: 1, maxLength: 20 })
    .map((parts) => parts.join(""))
    .filter((text) => Pet.shape.name.safeParse(text).data === text);
  const fields = fc.record({
    name,
    categoryId: fc.constantFrom(1, 9_007_199_254_740_991),
    status: fc.constantFrom(...Pet.shape.status.options),
  });
  const id = fc.maxSafeNat().map((n) => Math.max(n, 1));
  const pet = fc.tuple(id, fields).map(([id, values]): Pet => ({ id, ...toFields(values) }));
  const fill = async (pets: Pet[]) => {
    await database.pool.query("DELETE FROM pet");
    await restorePets(queryOfPool(database.pool), pets);
  };

  it("equals JSON.stringify byte for byte, for one pet and on every page", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(pet, { selector: ({ id }) => id, minLength: 1, maxLength: 12 }), async (pets) => {
        await fill(pets);
        const { rows } = await database.pool.query<PetRow & { json: string }>(
          Prisma.sql`SELECT ${petColumns}, ${petJson} AS json FROM pet`,
        );
        expect(rows.map(({ json }) => json)).toEqual(rows.map((row) => JSON.stringify(toPet(row))));
        const inOrder = pets.toSorted((a, b) => a.id - b.id);
        const readPage = petPages(database.pool, createLanes());
        for (const limit of [1, 5, 12]) {
          const first = await readPage(principal, { filters: { sort: "id" }, position: undefined, limit });
          expect(first.text).toBe(JSON.stringify(inOrder.slice(0, limit)));
          const position = { side: "before", key: [Number.MAX_SAFE_INTEGER + 1] } as const;
          const last = await readPage(principal, { filters: { sort: "id" }, position, limit });
          expect(last.text).toBe(JSON.stringify(inOrder.slice(-limit)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("equals JSON.stringify for texts of several lines, numbers, choices and null", async () => {
    const shape = {
      id: z.number(),
      notes: z.string().nullable(),
      weight: z.number().nullable(),
      mood: z.enum(["calm", "wild"]).nullable(),
    };
    const rows = [
      { id: 1, notes: 'two\nlines, "quoted"\t', weight: 3, mood: "calm" },
      { id: 2, notes: null, weight: null, mood: null },
      { id: 3, notes: "", weight: 0, mood: "wild" },
    ];
    const columns = Object.fromEntries(Object.keys(shape).map((name) => [name, Prisma.raw(name)]));
    const { rows: found } = await database.pool.query<{ json: string }>(
      `SELECT ${jsonOf(shape, columns).sql} AS json
       FROM jsonb_to_recordset($1) AS one (id bigint, notes text, weight bigint, mood text) ORDER BY id`,
      [JSON.stringify(rows)],
    );
    expect(found.map(({ json }) => json)).toEqual(rows.map((row) => JSON.stringify(row)));
  });
});
