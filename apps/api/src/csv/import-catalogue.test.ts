import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import type { Query } from "../database/query.js";
import { inTransaction } from "../database/transact.js";
import { readBatches } from "./import-batches.js";
import { type CatalogueImport, importBatches } from "./import-catalogue.js";
import { tableOfText } from "./read-table.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const settings: Omit<CatalogueImport, "table"> = {
  source: "pets.csv",
  columns: { name: "name", settingOf: (field) => field },
  attributes: [],
  categoryPolicy: "register",
  isDryRun: false,
  isUpdating: false,
  isSkippingBad: false,
  actor: { kind: "system", id: null, name: "test" },
  signal: new AbortController().signal,
  onRows: () => {},
  onWait: () => {},
};

const importText = (query: Query, text: string) => {
  const table = tableOfText(() => [text], settings.source);
  return importBatches(query, readBatches(table.records, settings), { ...settings, table }, () => {});
};

describe("importBatches", () => {
  it("checks foreign keys again for what its transaction writes afterwards", async () => {
    const before = await database.db.pet.count();
    const importing = inTransaction(database.pool, "BEGIN", async (query) => {
      await importText(query, "name,category\nRex,Dog\n");
      await query("INSERT INTO pet (name, category_id, status) VALUES ('Luna', 999999, 'sold')", []);
    });
    await expect(importing).rejects.toMatchObject({ code: "23503" });
    expect(await database.db.pet.count()).toBe(before);
  });

  it.each(["category", "categoryId"])("locks a category that it finds by %s, so that nobody deletes it", async (by) => {
    const { id, name } = await database.db.category.create({ data: { name: `Found by ${by}` } });
    const file = `name,${by}\nRex,${by === "category" ? name : id}\n`;
    await inTransaction(database.pool, "BEGIN", async (query) => {
      await importText(query, file);
      const deleting = database.pool.query("SELECT FROM category WHERE id = $1 FOR UPDATE NOWAIT", [id]);
      await expect(deleting).rejects.toMatchObject({ code: "55P03" });
    });
  });
});
