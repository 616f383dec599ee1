import { afterAll, beforeEach, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() =>
  database.pool.query(`TRUNCATE account, session RESTART IDENTITY CASCADE;
    INSERT INTO account (email, name, role) VALUES ('ann@petstore.test', 'Ann', 'owner')`),
);

const run = (sql: string, ...values: unknown[]) => database.pool.query(sql, values);
const refused = (sql: string, ...values: unknown[]) =>
  run(sql, ...values).then(
    () => undefined,
    (error: { constraint?: string; code: string }) => error.constraint ?? error.code,
  );
const tokenHash = "0".repeat(64);
const openSession = () =>
  run("INSERT INTO session (account_id, token, expires_at) VALUES (1, $1, now() + '1 day')", tokenHash);

describe("account", () => {
  const insert = (email: string, name = "Ben") =>
    refused("INSERT INTO account (email, name) VALUES ($1, $2)", email, name);

  it("has a unique lower-case address, and a name that follows the rules of pet names", async () => {
    expect(await insert("ann@petstore.test")).toBe("account_email_key");
    expect(await insert("Ben@petstore.test")).toBe("account_email_is_lower_case");
    expect(await insert("@")).toBe("account_email_length");
    expect(await insert(`${"b".repeat(242)}@petstore.test`)).toBe("account_email_length");
    expect(await insert("ben@petstore.test", "")).toBe("account_name_length");
    expect(await insert("ben@petstore.test", "B\nen")).toBe("account_name_has_no_control_character");
    expect(await insert("ben@petstore.test")).toBeUndefined();
  });

  it("has one of three roles, clerk by default", async () => {
    const { rows } = await run("INSERT INTO account (email, name) VALUES ('ben@petstore.test', 'B') RETURNING role");
    expect(rows).toEqual([{ role: "clerk" }]);
    expect(await refused("UPDATE account SET role = 'admin'")).toBe("22P02");
  });

  it("loses its sessions and their keys when it is disabled", async () => {
    await openSession();
    await run("INSERT INTO session_key VALUES ($1, 1, 'read', now() + '1 hour')", Buffer.alloc(32));
    await run("UPDATE account SET banned = true");
    expect(
      (await run("SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM session_key) AS left")).rows,
    ).toEqual([{ left: "0" }]);
  });

  it("gets no session while it is disabled or is being disabled", async () => {
    const disabling = await database.pool.connect();
    await disabling.query("BEGIN; UPDATE account SET banned = true");
    const opening = openSession().then(
      () => "open",
      (error: { code: string }) => error.code,
    );
    await disabling.query("COMMIT");
    disabling.release();
    expect(await opening).toBe("23001");
    expect((await run("SELECT FROM session")).rowCount).toBe(0);
  });

  it("cannot be deleted while rows refer to it", async () => {
    await openSession();
    expect(await refused("DELETE FROM account")).toBe("session_account_id_fkey");
  });
});

describe("session, credential, session_key, deprecated_use", () => {
  it("a session has no impersonator", async () => {
    await openSession();
    expect(await refused("UPDATE session SET impersonated_by = '1'")).toBe("session_is_nobody_elses");
    const insert = "INSERT INTO session (account_id, token, expires_at) VALUES (1, $1, now())";
    expect(await refused(insert, tokenHash)).toBe("session_token_key");
  });

  it("a session's token is a hash", async () => {
    const insert = "INSERT INTO session (account_id, token, expires_at) VALUES (1, $1, now())";
    expect(await refused(insert, "Jm3fW0aZqk5VtXo1cB7RyD9nLsEiHu2P")).toBe("session_token_is_a_hash");
  });

  it("an account has one credential, which is a password", async () => {
    const insert = "INSERT INTO credential (account_id, provider_id, subject) VALUES (1, $1, '1')";
    expect(await refused(insert, "github")).toBe("credential_is_a_password");
    expect(await refused(insert, "credential")).toBeUndefined();
    expect(await refused(insert, "credential")).toBe("credential_account_id_provider_id_key");
  });

  it("a session key is a SHA-256 and refers to a session", async () => {
    const insert = "INSERT INTO session_key VALUES ($1, $2, 'read', now())";
    await openSession();
    expect(await refused(insert, Buffer.alloc(31), 1)).toBe("session_key_hash_length");
    expect(await refused(insert, Buffer.alloc(32), 2)).toBe("session_key_session_id_fkey");
  });

  it("a deprecated use refers to a key and counts from 1", async () => {
    const insert = "INSERT INTO deprecated_use VALUES ($1, '2026-11-21', 'getPet', $2)";
    expect(await refused(insert, 1, 1)).toBe("deprecated_use_api_key_id_fkey");
    expect(await refused(insert, 1, 0)).toBe("deprecated_use_count_is_positive");
  });
});

describe("audit_event", () => {
  const insert = (kind: string, action: string) =>
    refused(
      "INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind) VALUES ('system', 'sign-in', $2, $1)",
      kind,
      action,
    );

  it("has a subject id, except for the catalogue and failed sign-ins", async () => {
    expect(await insert("account", "account.update")).toBe("audit_event_subject_has_an_id");
    expect(await insert("pet", "pet.update")).toBe("audit_event_subject_has_an_id");
    expect(await insert("catalogue", "catalogue.import")).toBeUndefined();
    expect(await insert("account", "account.sign_in_failed")).toBeUndefined();
  });
});
