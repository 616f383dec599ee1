import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { connectAsSuperuser, problemsSeenBy, undone } from "../../../test/support/store-checks.js";
import { createTestDatabase } from "../../../test/support/test-database.js";

const PAGE_BYTES = 8_192;

/** Overwrites a page. This needs a copy of the database none of whose pages PostgreSQL has in memory yet. */
const overwritePage = async (file: string): Promise<void> => {
  const handle = await open(file, "r+");
  await handle.write(Buffer.alloc(PAGE_BYTES, 0x5a), 0, PAGE_BYTES, 0);
  await handle.close();
};

it("names each check that reads a damaged page, and continues with the others", async () => {
  const origin = await createTestDatabase();
  await addPets({ database: origin }, { categoryId: 7 });
  const superuser = await connectAsSuperuser(origin.connection);
  const { rows } = await superuser.query(
    "SELECT current_setting('data_directory') AS folder, pg_relation_filenode('pet') AS file",
  );
  await superuser.end();
  for (const { pool, db } of [origin, origin.reads]) {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
  const copy = await createTestDatabase(origin.connection.database);
  const { rows: copied } = await copy.pool.query("SELECT oid FROM pg_database WHERE datname = current_database()");
  await overwritePage(join(rows[0].folder, "base", String(copied[0].oid), String(rows[0].file)));
  const client = await connectAsSuperuser(copy.connection);
  const problems = await undone(client, () => problemsSeenBy(client));
  await client.end();
  const rule = expect.stringMatching(/^PostgreSQL cannot read what it has stored \(XX001: /);
  expect(problems).toMatchObject([
    { place: "sequences", rule },
    { place: "references", rule },
    { place: "orders", rule },
    { place: "search", rule },
    { place: "counts", rule },
  ]);
  await copy.drop();
  await origin.drop();
});
