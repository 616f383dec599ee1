import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { castsNamedAsColumns, findCastsNamedAsColumns } from "./support/sql-casts.js";

const folderOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

// PostgreSQL orders by the column of the output. So `SELECT id::text … ORDER BY id` puts 10 before 9, and pages skip
// rows.
it.each(["src", "scripts", "prisma"])("no cast in %s is named like the column that it casts", async (folder) => {
  expect(await findCastsNamedAsColumns(folderOf(folder))).toEqual([]);
});

it.each([
  ["SELECT id::text, name FROM customer WHERE id > $1::bigint ORDER BY id LIMIT 1000", ["id"]],
  ["SELECT id::text AS id FROM category ORDER BY category.id", ["id"]],
  ["SELECT customer.id::bigint::text FROM customer", []],
  ["SELECT nextval('a')::text AS id FROM b ORDER BY id", ["id"]],
  ["at, id::text, action, before", ["id"]],
  ["INSERT INTO category (id) SELECT 1 RETURNING id::text", ["id"]],
  ["WITH one AS (SELECT at, audit_event.id::text FROM audit_event) SELECT id FROM one ORDER BY id", ["id"]],
  ['SELECT id::text AS "orderId", max(id)::text AS reached FROM store_order ORDER BY id', []],
  ["SELECT count(*)::integer AS count FROM note WHERE pet_id = $1::bigint AND id = any($2::bigint[])", []],
  ["SELECT coalesce(name, id::text) AS name FROM category WHERE id::text = $1 ORDER BY id::bigint", []],
])("reads %j", (sql, found) => expect(castsNamedAsColumns(sql)).toEqual(found));
