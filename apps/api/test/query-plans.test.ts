import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Position } from "../src/operation/listing/position.js";
import type { Prisma } from "../src/generated/client.js";
import { categoryListing, categoryWithId } from "../src/categories/category-listing.js";
import { inventoryStatement } from "../src/pets/get-inventory.js";
import { pageStatement } from "../src/operation/listing/paging.js";
import { petCountStatement } from "../src/pets/count-pets.js";
import type { PetFilters } from "../src/pets/pet-filters.js";
import { statementOf } from "../src/pets/read-pet-pages.js";
import { explain as explainIn, indexesIn, indexesOf, type Plan, scansOf, sortsOf } from "./support/plans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const petCount = 100_000;

type Query = PetFilters;
const sorts = ["id", "-id", "name", "-name"] as const;

const byIdFilters: [string, Omit<Query, "sort">][] = [
  ["nothing", {}],
  ["a common status", { status: "available" }],
  ["a rare status", { status: "pending" }],
  ["a large category", { categoryId: 1 }],
  ["a small category", { categoryId: 199 }],
  ["an unused category", { categoryId: 500 }],
  ["a large category and a common status", { categoryId: 1, status: "available" }],
  ["a large category and a rare status", { categoryId: 1, status: "pending" }],
  ["a small category and a rare status", { categoryId: 199, status: "pending" }],
];

const ids = Array.from({ length: 100 }, (_, index) => 1 + index * 997);
const searches: [string, Omit<Query, "sort">][] = [
  ["a rare name", { name: "quetzalcoatl" }],
  ["an unknown name", { name: "nobody at all" }],
  ["a common name", { name: "luna" }],
  ["a name in nearly all pets", { name: "number" }],
  ["a rare name and a status", { name: "quetzalcoatl", status: "sold" }],
  ["a common name and a category", { name: "luna", categoryId: 1 }],
  ["one id", { id: [50_000] }],
  ["a hundred ids", { id: ids }],
  ["a hundred ids, a status and a name", { id: ids, status: "sold", name: "luna" }],
];

describe(`the query plans of GET /pets at ${petCount} pets`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query("INSERT INTO category (id) SELECT generate_series(1, 200)");
    await database.pool.query(
      `INSERT INTO pet (name, category_id, status)
       SELECT (ARRAY['Luna', 'Bella', 'Milo', 'Rex'])[1 + (hashint4(n) & 3)] || ' number ' || n,
         1 + floor(199 * power((hashint4(n + 13) & 65535) / 65536.0, 4))::int,
         (ARRAY['available', 'sold', 'available', 'available', 'sold', 'available', 'sold',
           CASE WHEN n % 100 < 8 THEN 'pending' ELSE 'available' END]::pet_status[])[1 + (hashint4(n + 99) & 7)]
       FROM generate_series(1, $1) AS n`,
      [petCount],
    );
    await database.pool.query("UPDATE pet SET name = 'Quetzalcoatl ' || id WHERE id % 20000 = 5");
    await database.pool.query("VACUUM ANALYZE pet");
    await database.pool.query("ANALYZE category");
  });
  afterAll(() => database.drop());

  const explain = (statement: Prisma.Sql) => explainIn(database.pool, statement);
  const scansOfAll = (nodes: Plan[]) => scansOf(nodes, "pet");

  const keyAt = (sort: Query["sort"], id: number) => (sort.endsWith("name") ? ["luna number 50000", id] : [id]);
  /**
   * Returns the plans of the first page, of pages far from the start in both directions, of the last pages, and for a
   * position without a row.
   */
  const plansOf = async (filters: Query) => {
    const at = (side: Position["side"], id: number): Position => ({ side, key: keyAt(filters.sort, id) });
    const edges = [at("after", 99_990), at("before", 10), at("atLeast", 50_000), at("atMost", 50_000)];
    const positions = [undefined, at("after", 50_000), at("before", 50_000), ...edges];
    const pages = positions.map((position) => ({ filters, position, limit: 20 }));
    const statements = [...pages, { filters, position: undefined, limit: 100 }].map((page) => statementOf(page));
    return Promise.all(statements.map((statement) => explain(statement)));
  };
  // This leaves out the lookup of the position's row by id.
  const filtersOf = (nodes: Plan[]) => nodes.filter((node) => node.Filter !== undefined && node["Plan Rows"] > 1);
  // This leaves out the sort that restores the order of a page that was read backwards.
  const largeSortsOf = (nodes: Plan[]) =>
    sortsOf(nodes).filter(({ Plans = [] }) => (Plans[0]?.["Plan Rows"] ?? Infinity) > 101);

  const expectFewRows = (nodes: Plan[]) => {
    expect(scansOfAll(nodes)).toEqual([]);
    for (const { Plans = [] } of sortsOf(nodes)) expect(Plans[0]?.["Plan Rows"]).toBeLessThan(petCount * 0.05);
  };
  const isCommon = ({ name, status, categoryId }: Omit<Query, "sort">) =>
    name === "luna" || name === "number" || (status !== "pending" && categoryId === 1) || status === "available";
  /** If a filter matches many pets and the walk does not find enough of them, all matches may be sorted. */
  const expectShortWalk = (nodes: Plan[], filters: Omit<Query, "sort">) => {
    const ofNames = nodes.filter((node) => node["Index Name"] === "pet_lower_name_id_idx");
    expect(ofNames).not.toEqual([]);
    expect(filtersOf(ofNames)).toEqual([]);
    if (!isCommon(filters)) expectFewRows(nodes);
  };

  describe.each(byIdFilters)("by %s", (_what, filters) => {
    it.each(sorts)("sorted by %s reads one index in order", async (sort) => {
      for (const nodes of await plansOf({ ...filters, sort })) {
        const isWalk = !sort.endsWith("name") || Object.keys(filters).length === 0;
        if (isWalk) expect([...scansOfAll(nodes), ...largeSortsOf(nodes), ...filtersOf(nodes)]).toEqual([]);
        else expectShortWalk(nodes, filters);
      }
    });
  });

  describe.each(searches)("by %s", (_what, filters) => {
    it.each(sorts)("sorted by %s reads only what an index finds", async (sort) => {
      for (const nodes of await plansOf({ ...filters, sort })) {
        if (sort.endsWith("name") && filters.id === undefined) expectShortWalk(nodes, filters);
        else expectFewRows(nodes);
      }
    });
  });

  const time = { createdFrom: "2026-05-01T00:00:00.000Z", createdTo: "2026-06-01T00:00:00.000Z" };

  it.each([{}, { status: "sold", categoryId: 1 }] as const)(
    "reads the pets of a time range from one index in the order of ids, with %j",
    async (filters) => {
      for (const sort of ["id", "-id"] as const) {
        // oxlint-disable-next-line no-await-in-loop
        for (const nodes of await plansOf({ ...time, ...filters, sort })) {
          const ofPets = nodes.filter((node) => node["Relation Name"] === "pet");
          expect([...scansOfAll(nodes), ...largeSortsOf(ofPets), ...filtersOf(ofPets)]).toEqual([]);
        }
      }
    },
  );

  it("each index of the table serves some query, so that creates pay for no unused one", async () => {
    const queries = [...byIdFilters, ...searches].flatMap(([, filters]) => sorts.map((sort) => ({ ...filters, sort })));
    const plans = await Promise.all(queries.map(plansOf));
    expect(indexesIn(plans.flat())).toEqual(await indexesOf(database.pool, "pet"));
  });

  it.each([
    ["number", "the walk alone", 0],
    // These names are in the middle of the alphabet, after 25,000 others.
    ["luna", "the index of trigrams, not the alphabet,", 1],
  ])("finds %s by %s sorted by name", async (name, _what, searched) => {
    const { text, values } = statementOf({ filters: { name, sort: "name" }, position: undefined, limit: 20 });
    const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Scan using pet_lower_name_id_idx .*loops=1\)/);
    expect(plan.match(/(Seq|Bitmap Heap) Scan on pet\b.*/)?.[0]).toContain(
      searched === 0 ? "never executed" : "loops=1",
    );
  });

  it.each(searches.filter(([, { name }]) => name !== "luna" && name !== "number"))(
    "counting %s does not read the whole table",
    async (_what, filters) => {
      expect(scansOfAll(await explain(petCountStatement({ ...filters, sort: "id" })))).toEqual([]);
    },
  );

  it.each([
    ...byIdFilters.map(([what, filters]) => [what, petCountStatement({ ...filters, sort: "id" })] as const),
    ["inventory", inventoryStatement] as const,
    ["the categories of a page", pageStatement(categoryListing, undefined, 100)] as const,
    ["a category", categoryWithId(1)] as const,
  ])("counting by %s reads no row of a pet", async (_what, statement) => {
    const read = (await explain(statement)).flatMap((node) => node["Relation Name"] ?? []);
    expect(read).not.toContain("pet");
    expect(read).toContain("pet_count_change");
  });
});
