import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Position } from "../src/operation/listing/position.js";
import { pageStatement } from "../src/operation/listing/paging.js";
import { noteListing } from "../src/pets/notes/list-notes.js";
import { explain, scansOf, sortsOf } from "./support/plans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const notes = 100_000;

type Query = Parameters<typeof noteListing>[0];

const walks: [string, Partial<Query>, string][] = [
  ["nothing", {}, "note_pkey"],
  ["warnings", { isWarning: true }, "note_is_warning_id_idx"],
];

const lookups: [string, Partial<Query>][] = [
  ["externalId", { externalId: ["V-7", "V-8"] }],
  ["externalId and petId", { externalId: ["V-7", "V-8"], petId: [8, 9] }],
];

describe(`the query plans of GET /notes at ${notes} notes`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(`INSERT INTO category (id) VALUES (1);
      INSERT INTO pet (id, name, category_id) SELECT n, 'Rex ' || n, 1 FROM generate_series(1, 5000) AS n`);
    await database.pool.query(
      `INSERT INTO note (pet_id, text, is_warning, is_pinned, external_id, author)
       SELECT 1 + n % 5000, 'Bites', n % 50 = 0, n % 70 = 0, CASE WHEN n % 3 = 0 THEN 'V-' || n / 2 END, '{"kind": "system", "id": null, "name": "test"}'
       FROM generate_series(1, $1) AS n`,
      [notes],
    );
    await database.pool.query("VACUUM ANALYZE note");
  });
  afterAll(() => database.drop());

  // An external id has few notes, so their order needs no index.
  it.each(lookups)("with a filter by %s, looks up the notes that have it", async (_what, query) => {
    for (const position of [undefined, { side: "after", key: [notes / 2] } as const]) {
      const nodes = await explain(database.pool, pageStatement(noteListing({ limit: 20, ...query }), position, 21));
      expect(scansOf(nodes, "note")).toEqual([]);
      const used = new Set(nodes.flatMap((node) => node["Index Name"] ?? []));
      expect([...used]).toContain("note_external_id_pet_id_key");
    }
  });

  it.each(walks)("with a filter by %s, reads one index in order", async (_what, query, index) => {
    const listing = noteListing({ limit: 20, ...query });
    const at = (side: Position["side"]): Position => ({ side, key: [notes / 2] });
    for (const position of [undefined, at("after"), at("before")]) {
      const nodes = await explain(database.pool, pageStatement(listing, position, 21));
      expect(scansOf(nodes, "note")).toEqual([]);
      for (const { Plans = [] } of sortsOf(nodes)) expect(Plans[0]?.["Plan Rows"]).toBeLessThan(notes * 0.01);
      expect(new Set(nodes.flatMap((node) => node["Index Name"] ?? []))).toEqual(new Set([index]));
      expect(nodes.filter((node) => node["Relation Name"] === "note" && node.Filter !== undefined)).toEqual([]);
    }
  });
});
