import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("INSERT INTO category (id, name) VALUES (1, 'Dogs')");
});

afterAll(() => database.drop());

/** The name of the rule that refuses it; undefined when it was taken (and is undone). */
async function violatedBy(sql: string, values: unknown[]): Promise<unknown> {
  const client = await database.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(sql, values);
    return undefined;
  } catch (error) {
    return error instanceof Error && "constraint" in error ? error.constraint : error;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

const insertPet = (id: string, name: string, categoryId = "1") =>
  violatedBy("INSERT INTO pet (id, name, category_id) VALUES ($1, $2, $3)", [id, name, categoryId]);
const insertCategory = (id: string, name: string | null) =>
  violatedBy("INSERT INTO category (id, name) VALUES ($1, $2)", [id, name]);

const insertKey = (change: Partial<{ id: string; name: string; hash: Buffer; lastFour: string }>) => {
  const key = { id: "1", name: "shop", hash: Buffer.alloc(32), lastFour: "abcd", ...change };
  return violatedBy(
    "INSERT INTO api_key (id, name, scope, hash, prefix, last_four, created_by) VALUES ($1, $2, 'read', $3, 'p', $4, 'x')",
    [key.id, key.name, key.hash, key.lastFour],
  );
};

const largest = String(Number.MAX_SAFE_INTEGER);
const tooLarge = "9007199254740992";
const astral = "𝒳";

describe.each([
  ["pet", insertPet],
  ["category", insertCategory],
] as const)("%s", (table, insert) => {
  it("has an id from 1 to 2^53 - 1", async () => {
    expect(await insert("2", "a")).toBeUndefined();
    expect(await insert(largest, "a")).toBeUndefined();
    for (const id of ["0", "-1", tooLarge]) {
      expect(await insert(id, "a")).toBe(`${table}_id_is_safe_integer`);
    }
  });

  it("has a name of 1 to 200 code points", async () => {
    expect(await insert("2", astral.repeat(200))).toBeUndefined();
    expect(await insert("2", astral.repeat(201))).toBe(`${table}_name_length`);
    expect(await insert("2", "")).toBe(`${table}_name_length`);
  });

  it("has a name without control characters", async () => {
    for (const character of ["\u0001", "\n", "\u001f", "\u007f", "\u0085", "\u009f"]) {
      expect(await insert("2", `a${character}b`)).toBe(`${table}_name_has_no_control_character`);
    }
  });

  it("has a name without white space at its ends", async () => {
    expect(await insert("2", "a  b")).toBeUndefined();
    for (const space of [" ", "\u00a0", "\u2003", "\u3000", "\ufeff"]) {
      expect(await insert("2", `${space}a`)).toBe(`${table}_name_is_trimmed`);
      expect(await insert("2", `a${space}`)).toBe(`${table}_name_is_trimmed`);
    }
  });

  it("has the same notion of control and white space as JavaScript, for every character", async () => {
    const codePoints = Array.from({ length: 0xffff }, (_, index) => index + 1).filter(
      (codePoint) => codePoint < 0xd800 || codePoint > 0xdfff,
    );
    const { rows } = await database.pool.query<{ definition: string }>(
      `SELECT pg_get_expr(conbin, conrelid) AS definition FROM pg_constraint
       WHERE conname IN ('${table}_name_has_no_control_character', '${table}_name_is_trimmed')`,
    );
    const rule = rows.map(({ definition }) => definition).join(" AND ");
    const { rows: taken } = await database.pool.query<{ position: string }>(
      `SELECT position FROM unnest($1::text[]) WITH ORDINALITY AS given(name, position) WHERE ${rule} ORDER BY 1`,
      [codePoints.map((codePoint) => String.fromCodePoint(codePoint))],
    );
    const expected = codePoints.filter((codePoint) => {
      const character = String.fromCodePoint(codePoint);
      return character.trim() === character && !/\p{Cc}/u.test(character);
    });
    expect(taken.map(({ position }) => codePoints[Number(position) - 1])).toEqual(expected);
  });

  it("numbers its rows up to 2^53 - 1 and no further", async () => {
    const { rows } = await database.pool.query<{ max_value: string }>(
      `SELECT max_value FROM pg_sequences WHERE sequencename = '${table}_id_seq'`,
    );
    expect(rows).toEqual([{ max_value: largest }]);
  });
});

describe("category", () => {
  it("has a name that no other has, whatever its case, or none", async () => {
    expect(await insertCategory("2", "dOGS")).toBe("category_name_key");
    expect(await violatedBy("INSERT INTO category (name) VALUES (NULL), (NULL)", [])).toBe("category_pkey");
    expect(await violatedBy("INSERT INTO category (id, name) VALUES (2, NULL), (3, NULL)", [])).toBeUndefined();
  });
});

describe("pet", () => {
  it("belongs to a category that exists", async () => {
    expect(await insertPet("1", "a", "2")).toBe("pet_category_id_fkey");
  });

  it("keeps its category from being deleted or renumbered", async () => {
    await database.pool.query("INSERT INTO pet (id, name, category_id) VALUES (9, 'Rex', 1)");
    expect(await violatedBy("DELETE FROM category", [])).toBe("pet_category_id_fkey");
    expect(await violatedBy("UPDATE category SET id = 5", [])).toBe("pet_category_id_fkey");
    await database.pool.query("DELETE FROM pet");
  });

  it("is available unless it says otherwise, and has no other status than the three", async () => {
    const insert = "INSERT INTO pet (name, category_id) VALUES ('a', 1) RETURNING status";
    expect((await database.pool.query(insert)).rows).toEqual([{ status: "available" }]);
    await expect(database.pool.query("UPDATE pet SET status = 'lost'")).rejects.toMatchObject({ code: "22P02" });
    await database.pool.query("DELETE FROM pet");
  });
});

describe("api_key", () => {
  it("has an id, a name, a hash and its last four characters, each of the right size", async () => {
    expect(await insertKey({})).toBeUndefined();
    expect(await insertKey({ id: "0" })).toBe("api_key_id_is_safe_integer");
    expect(await insertKey({ id: tooLarge })).toBe("api_key_id_is_safe_integer");
    expect(await insertKey({ name: "" })).toBe("api_key_name_length");
    expect(await insertKey({ name: "a".repeat(201) })).toBe("api_key_name_length");
    expect(await insertKey({ hash: Buffer.alloc(31) })).toBe("api_key_hash_length");
    expect(await insertKey({ lastFour: "abc" })).toBe("api_key_last_four_length");
  });

  it("has a hash that no other has", async () => {
    const insert =
      "INSERT INTO api_key (name, scope, hash, prefix, last_four, created_by) SELECT 'a', 'read', $1, 'p', 'abcd', 'x' FROM generate_series(1, 2)";
    expect(await violatedBy(insert, [Buffer.alloc(32)])).toBe("api_key_hash_key");
  });
});
