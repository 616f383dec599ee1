import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`INSERT INTO category (id, name) VALUES (1, 'Dogs');
    INSERT INTO account (id, email, name) VALUES (1, 'ann@petstore.test', 'Ann')`);
});

afterAll(() => database.drop());

/** Runs the statement, then rolls back. @returns The name of the violated constraint, or undefined if there is none. */
const violatedBy = async (sql: string, values: unknown[]): Promise<unknown> => {
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
};

const insertPet = (id: string, name: string, categoryId = "1") =>
  violatedBy("INSERT INTO pet (id, name, category_id) VALUES ($1, $2, $3)", [id, name, categoryId]);
const insertCategory = (id: string, name: string | null) =>
  violatedBy("INSERT INTO category (id, name) VALUES ($1, $2)", [id, name]);

const insertKey = (change: Partial<{ id: string; name: string; hash: Buffer; lastFour: string }>) => {
  const key = { id: "1", name: "shop", hash: Buffer.alloc(32), lastFour: "abcd", ...change };
  return violatedBy(
    "INSERT INTO api_key (id, account_id, name, scope, hash, prefix, last_four) VALUES ($1, 1, $2, 'read', $3, 'p', $4)",
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

  it("agrees with JavaScript about control characters and white space, for every character", async () => {
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

  it("has a sequence up to 2^53 - 1", async () => {
    const { rows } = await database.pool.query<{ max_value: string }>(
      `SELECT max_value FROM pg_sequences WHERE sequencename = '${table}_id_seq'`,
    );
    expect(rows).toEqual([{ max_value: largest }]);
  });
});

describe("category", () => {
  it("has no name, or a name that is unique ignoring case", async () => {
    expect(await insertCategory("2", "dOGS")).toBe("category_name_key");
    expect(await violatedBy("INSERT INTO category (name) VALUES (NULL), (NULL)", [])).toBe("category_pkey");
    expect(await violatedBy("INSERT INTO category (id, name) VALUES (2, NULL), (3, NULL)", [])).toBeUndefined();
  });
});

describe("pet", () => {
  it("refers to an existing category", async () => {
    expect(await insertPet("1", "a", "2")).toBe("pet_category_id_fkey");
  });

  it("prevents the deletion or renumbering of its category", async () => {
    await database.pool.query("INSERT INTO pet (id, name, category_id) VALUES (9, 'Rex', 1)");
    expect(await violatedBy("DELETE FROM category", [])).toBe("pet_category_id_fkey");
    expect(await violatedBy("UPDATE category SET id = 5", [])).toBe("pet_category_id_fkey");
    await database.pool.query("DELETE FROM pet");
  });

  it("has one of three statuses, available by default", async () => {
    const insert = "INSERT INTO pet (name, category_id) VALUES ('a', 1) RETURNING status";
    expect((await database.pool.query(insert)).rows).toEqual([{ status: "available" }]);
    await expect(database.pool.query("UPDATE pet SET status = 'lost'")).rejects.toMatchObject({ code: "22P02" });
    await database.pool.query("DELETE FROM pet");
  });
});

describe("api_key", () => {
  it("has an id, a name, a hash and last four characters of the right size", async () => {
    expect(await insertKey({})).toBeUndefined();
    expect(await insertKey({ id: "0" })).toBe("api_key_id_is_safe_integer");
    expect(await insertKey({ id: tooLarge })).toBe("api_key_id_is_safe_integer");
    expect(await insertKey({ name: "" })).toBe("api_key_name_length");
    expect(await insertKey({ name: "a".repeat(201) })).toBe("api_key_name_length");
    expect(await insertKey({ hash: Buffer.alloc(31) })).toBe("api_key_hash_length");
    expect(await insertKey({ lastFour: "abc" })).toBe("api_key_last_four_length");
  });

  it("has a unique hash", async () => {
    const insert =
      "INSERT INTO api_key (account_id, name, scope, hash, prefix, last_four) SELECT 1, 'a', 'read', $1, 'p', 'abcd' FROM generate_series(1, 2)";
    expect(await violatedBy(insert, [Buffer.alloc(32)])).toBe("api_key_hash_key");
  });

  it("refers to an existing account, which cannot be deleted", async () => {
    const insert =
      "INSERT INTO api_key (account_id, name, scope, hash, prefix, last_four) VALUES ($1, 'a', 'read', $2, 'p', 'abcd')";
    expect(await violatedBy(insert, ["2", Buffer.alloc(32)])).toBe("api_key_account_id_fkey");
    await database.pool.query(insert, ["1", Buffer.alloc(32)]);
    expect(await violatedBy("DELETE FROM account", [])).toBe("api_key_account_id_fkey");
    await database.pool.query("DELETE FROM api_key");
  });
});

const insertOrder = (change: Partial<{ id: string; petId: string; status: string; reference: string | null }>) => {
  const order = { id: "2", petId: "1", status: "cancelled", reference: null, ...change };
  return violatedBy("INSERT INTO store_order (id, pet_id, status, reference) VALUES ($1, $2, $3::order_status, $4)", [
    ...[order.id, order.petId, order.status, order.reference],
  ]);
};

describe("store_order", () => {
  beforeAll(() => database.pool.query("INSERT INTO pet (id, name, category_id) VALUES (1, 'Rex', 1), (2, 'Luna', 1)"));
  afterAll(() => database.pool.query("DELETE FROM store_order; DELETE FROM pet"));

  it("has ids and a sequence from 1 to 2^53 - 1", async () => {
    expect(await insertOrder({ id: largest, petId: largest })).toBeUndefined();
    for (const id of ["0", "-1", tooLarge]) {
      expect(await insertOrder({ id })).toBe("store_order_id_is_safe_integer");
      expect(await insertOrder({ petId: id })).toBe("store_order_pet_id_is_safe_integer");
    }
    const { rows } = await database.pool.query(
      "SELECT seqmax FROM pg_sequence WHERE seqrelid = 'store_order_id_seq'::regclass",
    );
    expect(rows).toEqual([{ seqmax: largest }]);
  });

  it("has no reference, or one that follows the rules of names", async () => {
    for (const reference of [null, "a", astral.repeat(200)]) expect(await insertOrder({ reference })).toBeUndefined();
    for (const reference of ["", astral.repeat(201)])
      expect(await insertOrder({ reference })).toBe("store_order_reference_length");
    for (const character of ["\u0001", "\n", "\u001f", "\u007f", "\u0085", "\u009f"])
      expect(await insertOrder({ reference: `a${character}b` })).toBe("store_order_reference_has_no_control_character");
    for (const space of [" ", "\u00a0", "\u2003", "\u3000", "\ufeff"]) {
      expect(await insertOrder({ reference: `${space}a` })).toBe("store_order_reference_is_trimmed");
      expect(await insertOrder({ reference: `a${space}` })).toBe("store_order_reference_is_trimmed");
    }
  });

  it("has constraints on its reference equal to those on a pet's name", async () => {
    const { rows } = await database.pool.query<{ rule: string }>(
      `SELECT replace(pg_get_expr(conbin, conrelid), 'reference', 'name') AS rule FROM pg_constraint
       WHERE conname ~ '^(pet_name|store_order_reference)_(length|has_no_control_character|is_trimmed)$'`,
    );
    expect(rows).toHaveLength(6);
    expect(new Set(rows.map(({ rule }) => rule)).size).toBe(3);
  });

  it("has one of four statuses, placed by default", async () => {
    const insert =
      "INSERT INTO store_order (id, pet_id) VALUES (9, 1) RETURNING status, created_at = updated_at AS same";
    expect((await database.pool.query(insert)).rows).toEqual([{ status: "placed", same: true }]);
    await database.pool.query("DELETE FROM store_order");
    await expect(
      database.pool.query("INSERT INTO store_order (pet_id, status) VALUES (1, 'lost')"),
    ).rejects.toMatchObject({ code: "22P02" });
  });

  it("holds its pet while it is open, in a generated column", async () => {
    const held = async (status: string) =>
      (await database.pool.query("UPDATE store_order SET status = $1::order_status RETURNING held_pet_id", [status]))
        .rows;
    await database.pool.query("INSERT INTO store_order (id, pet_id) VALUES (1, 1)");
    expect(await held("placed")).toEqual([{ held_pet_id: "1" }]);
    expect(await held("approved")).toEqual([{ held_pet_id: "1" }]);
    expect(await held("delivered")).toEqual([{ held_pet_id: null }]);
    expect(await held("cancelled")).toEqual([{ held_pet_id: null }]);
    // 428C9 is PostgreSQL's code generated_always.
    const byHand = database.pool.query("UPDATE store_order SET held_pet_id = 2");
    await expect(byHand).rejects.toMatchObject({ code: "428C9" });
    await database.pool.query("DELETE FROM store_order");
  });

  it("is the only open order of its pet, which may have any number of closed ones", async () => {
    await database.pool.query(
      "INSERT INTO store_order (id, pet_id, status) VALUES (1, 1, 'approved'), (8, 2, 'cancelled')",
    );
    for (const status of ["placed", "approved"]) {
      expect(await insertOrder({ petId: "1", status })).toBe("store_order_held_pet_id_key");
      expect(await insertOrder({ petId: "2", status })).toBeUndefined();
    }
    for (const status of ["delivered", "cancelled"]) expect(await insertOrder({ petId: "1", status })).toBeUndefined();
    expect(await violatedBy("UPDATE store_order SET pet_id = 1, status = 'placed' WHERE id = 8", [])).toBe(
      "store_order_held_pet_id_key",
    );
    await database.pool.query("DELETE FROM store_order");
  });

  it("prevents the deletion or renumbering of its pet only while the order is open", async () => {
    expect(await insertOrder({ petId: "77", status: "placed" })).toBe("store_order_held_pet_id_fkey");
    expect(await insertOrder({ petId: "77", status: "delivered" })).toBeUndefined();
    await database.pool.query("INSERT INTO store_order (id, pet_id) VALUES (1, 1)");
    expect(await violatedBy("DELETE FROM pet WHERE id = 1", [])).toBe("store_order_held_pet_id_fkey");
    expect(await violatedBy("UPDATE pet SET id = 5 WHERE id = 1", [])).toBe("store_order_held_pet_id_fkey");
    await database.pool.query("UPDATE store_order SET status = 'delivered'");
    expect(await violatedBy("DELETE FROM pet WHERE id = 1", [])).toBeUndefined();
    await database.pool.query("DELETE FROM store_order");
  });
});

const insertOutcome = (change: Partial<{ accountId: string; key: string; fingerprint: Buffer; status: number }>) => {
  const outcome = { accountId: "1", key: "once", fingerprint: Buffer.alloc(32), status: 201, ...change };
  return violatedBy(
    `INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
     VALUES ($1, $2, $3, $4, '{}', '{}', now())`,
    [outcome.accountId, outcome.key, outcome.fingerprint, outcome.status],
  );
};

describe("stored_outcome", () => {
  afterEach(() => database.pool.query("DELETE FROM stored_outcome"));

  it("has a key of 1 to 255 characters and a fingerprint of 32 bytes", async () => {
    for (const key of ["a", "a".repeat(255)]) expect(await insertOutcome({ key })).toBeUndefined();
    for (const key of ["", "a".repeat(256)])
      expect(await insertOutcome({ key })).toBe("stored_outcome_idempotency_key_length");
    for (const length of [0, 31, 33])
      expect(await insertOutcome({ fingerprint: Buffer.alloc(length) })).toBe("stored_outcome_fingerprint_length");
  });

  it("has a status of 2xx or 4xx", async () => {
    for (const status of [200, 299, 400, 499]) expect(await insertOutcome({ status })).toBeUndefined();
    for (const status of [-1, 0, 199, 300, 399, 500, 599])
      expect(await insertOutcome({ status })).toBe("stored_outcome_status_is_success_or_client_error");
  });

  it("is unique by account and Idempotency-Key, and refers to an existing account", async () => {
    expect(await insertOutcome({ accountId: "2" })).toBe("stored_outcome_account_id_fkey");
    await database.pool.query(
      `INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
       VALUES (1, 'once', decode(repeat('00', 32), 'hex'), 201, '{}', '{}', now())`,
    );
    expect(await insertOutcome({})).toBe("stored_outcome_pkey");
    expect(await insertOutcome({ key: "Once" })).toBeUndefined();
    expect(await violatedBy("DELETE FROM account", [])).toBe("stored_outcome_account_id_fkey");
  });
});
