import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { escapeLiteral } from "pg";
import type { Attribute } from "@petstore/contract/routes";
import { resolveAttributes } from "../src/pets/filters/attribute-filters.js";
import { findFew } from "../src/pets/filters/find-few.js";
import { queryOf, queryOfPool } from "../src/database/query.js";
import { Prisma } from "../src/generated/client.js";
import type { Position } from "../src/operation/listing/position.js";
import type { PetFilters } from "../src/pets/pet-filters.js";
import { petListing, type PetSelection } from "../src/pets/pet-listing.js";
import { type PetPageRequest, waysOf } from "../src/pets/read-pet-pages.js";
import { readDefinitions } from "../src/pets/store/attribute-table.js";
import { allRows, toSqlPosition } from "../src/operation/listing/keyset.js";
import { hasOtherSide } from "../src/operation/listing/listing.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const petCount = 100_000;
/**
 * The limit is far below the number of pets. It allows 1,000 pets of a walk, or 2,000 with a rare value, each with its
 * value and its profile, on both sides of a position.
 */
const fewRows = 12_000;

type Node = {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
};

const rowsReadBy = (node: Node): number => {
  const here = node["Node Type"].includes("Scan")
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
      node["Actual Loops"]
    : 0;
  return here + (node.Plans ?? []).map(rowsReadBy).reduce((sum, rows) => sum + rows, 0);
};

const queries: [string, Omit<PetFilters, "sort"> & { sort?: PetFilters["sort"] }][] = [
  ["the commonest value", { attributes: { mixed: ["true"] } }],
  ["the commonest value, newest first", { attributes: { mixed: ["true"] }, sort: "-id" }],
  ["the rarest value", { attributes: { breed: ["Quetzal"] } }],
  ["an unknown value", { attributes: { breed: ["Nobody"] } }],
  ["a value that only the last pets have", { attributes: { kennel: ["new"] } }],
  ["two common values and a status", { attributes: { mixed: ["true"], size: ["large"] }, status: "sold" }],
  ["a common and a rare value", { attributes: { mixed: ["true"], breed: ["Quetzal"] } }],
  ["any of two values", { attributes: { breed: ["Breed 1", "Quetzal"] } }],
  ["any of two rare values", { attributes: { breed: ["Quetzal", "Nobody"] } }],
  ["a wide range", { attributes: { weight: ["10.."] } }],
  ["a narrow range", { attributes: { weight: ["10..10.05"] } }],
  ["an empty range", { attributes: { weight: ["1000.."] } }],
  ["a common value and a narrow range", { attributes: { mixed: ["true"], weight: ["10..10.05"] } }],
  ["a rare value by name", { attributes: { breed: ["Quetzal"] }, sort: "name" }],
  ["a common value by name", { attributes: { mixed: ["true"] }, sort: "-name" }],
  ["all by an attribute", { sort: "attributes.weight" }],
  ["all by an attribute, descending", { sort: "-attributes.born_on" }],
  ["a common value by an attribute", { attributes: { mixed: ["true"] }, sort: "attributes.weight" }],
  ["a rare value by an attribute", { attributes: { breed: ["Quetzal"] }, sort: "attributes.weight" }],
  ["a range by its attribute", { attributes: { weight: ["20..30"] }, sort: "-attributes.weight" }],
  ["an external id", { externalId: ["E-777"] }],
  ["external ids", { externalId: Array.from({ length: 100 }, (_, at) => `E-${7 * (at + 1)}`) }],
];

describe(`GET /pets by attributes at ${petCount} pets`, () => {
  let database: TestDatabase;
  let definitions: Attribute[];
  beforeAll(async () => {
    database = await createTestDatabase();
    const { pool } = database;
    await pool.query("INSERT INTO category (id) SELECT generate_series(1, 20)");
    await pool.query(
      `INSERT INTO pet (name, category_id, status) SELECT 'Pet ' || n, 1 + n % 20,
         (ARRAY['available', 'sold', 'available', 'pending']::pet_status[])[1 + (hashint4(n + 7) & 3)] FROM generate_series(1, $1) AS n`,
      [petCount],
    );
    await pool.query(
      `INSERT INTO attribute (id, name, label, type, options, decimals)
       SELECT place, name, name, type, CASE type WHEN 'choice' THEN '[{"value":"small","label":"S"},{"value":"large","label":"L"}]' ELSE '[]' END::jsonb,
         CASE type WHEN 'number' THEN 2 END
       FROM unnest('{mixed,breed,size,weight,born_on,kennel}'::text[], '{boolean,text,choice,number,date,text}'::text[])
         WITH ORDINALITY AS one (name, type, place)`,
    );
    await pool.query(
      `INSERT INTO pet_profile (pet_id, external_id, attributes) SELECT id, 'E-' || id, jsonb_strip_nulls(jsonb_build_object(
         '1', hashint8(id) % 10 <> 0, '2', CASE WHEN id % 20000 = 5 THEN 'Quetzal' ELSE 'Breed ' || (hashint8(id + 1) & 63) END,
         '3', CASE WHEN hashint8(id + 2) & 1 = 0 THEN 'small' ELSE 'large' END,
         '4', CASE WHEN hashint8(id + 3) & 7 <> 0 THEN (hashint8(id + 4) & 65535) / 1000.0 END,
         '5', (date '2015-01-01' + (hashint8(id + 5) & 2047))::text,
         '6', CASE WHEN id > $1 - 20000 THEN 'new' ELSE 'old' END)) FROM pet`,
      [petCount],
    );
    await pool.query("VACUUM ANALYZE pet");
    await pool.query("VACUUM ANALYZE pet_profile");
    await pool.query("VACUUM ANALYZE pet_attribute_value");
    await pool.query("ANALYZE attribute");
    definitions = await database.db.$transaction((tx) => readDefinitions(queryOf(tx)));
  });
  afterAll(() => database.drop());

  /** @param mode - How PostgreSQL plans. For a short statement, it keeps one plan for all values. */
  const rowsRead = async ({ text, values }: Prisma.Sql, mode: "force_generic_plan" | "auto"): Promise<number> => {
    const texts = values as readonly (string | number | bigint | boolean | readonly string[])[];
    const literal = (value: (typeof texts)[number]) => (Array.isArray(value) ? `{${value.join(",")}}` : String(value));
    const given = texts.map((value) => escapeLiteral(literal(value))).join(", ");
    const client = await database.reads.pool.connect();
    try {
      await client.query(`SET plan_cache_mode = ${mode}; PREPARE page AS ${text}`);
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, FORMAT JSON) EXECUTE page (${given})`,
      );
      return rowsReadBy(rows[0]?.["QUERY PLAN"][0].Plan ?? expect.fail("no plan"));
    } finally {
      await client.query("DEALLOCATE page; RESET plan_cache_mode");
      client.release();
    }
  };
  /** Reads a page in the same way as the service. */
  const readPage = async (page: PetPageRequest) => {
    let read = 0;
    let text = "";
    for (const { lane, toSql } of waysOf(page)) {
      read += await rowsRead(toSql(), lane === "reads" ? "force_generic_plan" : "auto");
      const { rows } = await database.reads.pool.query<{ text: string; hasMore: boolean }>(toSql());
      text = rows[0]?.text ?? "";
      if (rows[0]?.hasMore === true) break;
    }
    return { read, ids: (JSON.parse(text) as { id: number }[]).map(({ id }) => id) };
  };
  /** Reads the first pets of a listing without a walk. */
  const firstIds = async (selection: PetSelection, limit: number) => {
    const { text, values } = allRows(petListing(selection), Prisma.sql`id::integer`);
    const { rows } = await database.reads.pool.query<{ id: number }>(`${text} LIMIT ${limit}`, values);
    return rows.map(({ id }) => id);
  };
  const keyAt = (sort: string, id: number): Position["key"] => {
    if (sort.endsWith("name")) return ["pet 50000", id];
    if (sort.endsWith("weight")) return [sort.startsWith("-"), "c034000000000000", id];
    return sort.endsWith("born_on") ? [sort.startsWith("-"), "2018-03-01", id] : [id];
  };

  it.each(queries)(
    "a page of %s reads few rows, wherever the page starts",
    async (_what, { sort = "id", ...filters }) => {
      const named = resolveAttributes({ ...filters, sort }, definitions, "all");
      const resolved = { ...named, few: await findFew(queryOfPool(database.reads.pool), named.filters) };
      const selection = { ...filters, sort, resolved, seen: "all" } as const;
      const key = keyAt(sort, petCount / 2);
      for (const position of [undefined, { side: "after", key }, { side: "before", key }] as const) {
        const { read, ids } = await readPage({ filters: selection, position, limit: 20 });
        expect([position, read < fewRows || read]).toEqual([position, true]);
        if (position === undefined) expect(ids).toEqual(await firstIds(selection, 20));
      }
      const other = hasOtherSide(petListing(selection), toSqlPosition({ side: "after", key }));
      expect(other.text).toContain("SELECT");
    },
  );
});
