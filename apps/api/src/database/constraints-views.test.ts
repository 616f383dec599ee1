import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`INSERT INTO account (id, email, name) VALUES (1, 'ann@petstore.test', 'Ann'),
    (2, 'ben@petstore.test', 'Ben'); INSERT INTO saved_view (account_id, name, query) VALUES (1, 'Dogs', '{}');
    INSERT INTO list_view (account_id, page, name, query) VALUES (1, 'orders', 'Dogs', '{}')`);
});
afterAll(() => database.drop());

/** @returns The violated constraint, or undefined if there is none. */
const violatedBy = (sql: string, ...values: unknown[]): Promise<string | undefined> =>
  database.pool.query(sql, values).then(
    () => undefined,
    (error: { constraint?: string; code: string }) => error.constraint ?? error.code,
  );

describe.each([
  ["saved_view", "pets"],
  ["list_view", "orders"],
])("%s", (table, page) => {
  const into = (columns: string) => `INSERT INTO ${table} (${columns}, page)`;
  const insert = (name: string, accountId = 2, query = "{}") =>
    violatedBy(`${into("account_id, name, query")} VALUES ($1, $2, $3, '${page}')`, accountId, name, query);

  it("has a trimmed name of 1 to 60 code points without control characters", async () => {
    expect(await insert("\u{1f415}".repeat(60))).toBeUndefined();
    expect(await insert("a".repeat(61))).toBe(`${table}_name_length`);
    expect(await insert("")).toBe(`${table}_name_length`);
    expect(await insert("a\u0085b")).toBe(`${table}_name_has_no_control_character`);
    expect(await insert("\u00a0a")).toBe(`${table}_name_is_trimmed`);
    expect(await insert("a\ufeff")).toBe(`${table}_name_is_trimmed`);
  });

  it("has a name that clients can address in a path", async () => {
    for (const name of [".", ".."]) expect(await insert(name)).toBe(`${table}_name_is_a_path_segment`);
    expect(await insert("...")).toBeUndefined();
  });

  it("has a name that is unique within its account, ignoring case", async () => {
    expect(await insert("dOGS", 1)).toBe(`${table}_account_id_${table === "list_view" ? "page_" : ""}name_key`);
    expect(await insert("dOGS", 2)).toBeUndefined();
  });

  it("has an object as its query", async () => {
    for (const query of ["[]", "null", "3"]) expect(await insert("x", 2, query)).toBe(`${table}_query_is_an_object`);
  });

  it("belongs to an existing account, which cannot be deleted", async () => {
    expect(await insert("x", 3)).toBe(`${table}_account_id_fkey`);
    expect(await violatedBy("DELETE FROM account WHERE id = 1")).toMatch(/^(?:saved|list)_view_account_id_fkey$/);
  });

  it("has an id from 1 to 2^53 - 1", async () => {
    const withId = (id: string) =>
      violatedBy(`${into("id, account_id, name, query")} VALUES ($1, 2, 'large', '{}', '${page}')`, id);
    for (const id of ["0", "9007199254740992"]) expect(await withId(id)).toBe(`${table}_id_is_safe_integer`);
    expect(await withId("9007199254740991")).toBeUndefined();
  });
});

it("list_view has one view per name and page, and no views of the page of pets", async () => {
  const insert = (page: string) =>
    violatedBy(`INSERT INTO list_view (account_id, page, name, query) VALUES (1, '${page}', 'DOGS', '{}')`);
  expect([await insert("history"), await insert("history"), await insert("pets")]).toEqual([
    undefined,
    "list_view_account_id_page_name_key",
    "list_view_page_is_another",
  ]);
});
