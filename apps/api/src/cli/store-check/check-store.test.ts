import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSoundRows, connectAsSuperuser, problemsSeenBy, undone } from "../../../test/support/store-checks.js";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  await addSoundRows(database);
  client = await connectAsSuperuser(database.connection);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Bypasses foreign keys and ordinary triggers, as `pg_restore --disable-triggers` does. */
const past = (sql: string) => `SET LOCAL session_replication_role = replica; ${sql}`;
const onEachPartition = (action: string) => `DO $$ DECLARE part regclass; BEGIN
    FOR part IN SELECT relid FROM pg_partition_tree('audit_event') LOOP
      EXECUTE format('ALTER TABLE %s ${action} TRIGGER audit_event_is_only_added_to', part);
    END LOOP;
  END $$`;
/** Deletes the notes of pending events first, because the check of the feed would report them as well. */
const unguarded = (sql: string) =>
  `DELETE FROM event_pending; ${onEachPartition("DISABLE")}; ${sql}; ${onEachPartition("ENABLE ALWAYS")}`;

type Case = [damage: string, place: string, rule: RegExp, count?: number, example?: string | RegExp];

const damages: Case[] = [
  ["UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name LIKE '%_first'", "_prisma_migrations", /differs/],
  [
    "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_first'",
    "_prisma_migrations",
    /never finished/,
  ],
  [
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', 'x', '2999_contract')",
    "_prisma_migrations",
    /does not know/,
  ],
  [
    "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_first'",
    "_prisma_migrations",
    /not applied/,
    1,
    "20261121014000_first",
  ],
  [
    "UPDATE pg_database SET datcollversion = '0.1' WHERE datname = current_database()",
    "collation",
    /version 0\.1 .* this server has/,
  ],
  [
    "ALTER EXTENSION pg_trgm DROP OPERATOR CLASS gin_trgm_ops USING gin; UPDATE pg_extension SET extname = 'other' WHERE extname = 'pg_trgm'",
    "pg_trgm",
    /not installed/,
  ],
  [
    "SELECT number_events(9); DELETE FROM event_position WHERE position = 2",
    "event_position",
    /gaps or duplicates in the positions of the feed/,
    1,
    "from 1 to 3: 2 positions, the feed has those from 1 to 3",
  ],
  [
    "SELECT number_events(9); UPDATE event_position SET event_id = 99 WHERE position = 3",
    "event_position",
    /not in the audit trail/,
  ],
  ["UPDATE event_pending SET event_ids = '{99}'", "event_pending", /not in the audit trail/],
  ["DROP TABLE saved_view", "saved_view", /table is missing/],
  ["ALTER TABLE pet DROP CONSTRAINT pet_name_length", "pet.pet_name_length", /constraint is missing/],
  ["DROP INDEX pet_search_trgm_idx", "pet.pet_search_trgm_idx", /index is missing/],
  [
    "ALTER TABLE pet ALTER id DROP DEFAULT; ALTER SEQUENCE pet_id_seq RENAME TO other",
    "pet_id_seq",
    /sequence is missing/,
  ],
  [
    "CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "refuse_change_of_audit_event",
    /missing or altered/,
  ],
  ["ALTER TABLE stored_outcome SET UNLOGGED", "stored_outcome", /unlogged/],
  ["ALTER TABLE pet ADD CONSTRAINT later CHECK (id > 1) NOT VALID", "pet.later", /these rows violate it/, 1, "pet 1"],
  ["ALTER TABLE pet ADD CONSTRAINT later CHECK (id > 0) NOT VALID", "pet.later", /older rows may violate it/],
  [
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'pet_status_id_idx'::regclass",
    "pet.pet_status_id_idx",
    /index is invalid/,
  ],
  [
    "UPDATE pg_index SET indisready = false WHERE indexrelid = 'pet_status_id_idx'::regclass",
    "pet.pet_status_id_idx",
    /index is invalid/,
  ],
  ["DROP TRIGGER pet_updated ON pet", "pet.pet_updated", /trigger is missing/],
  ["ALTER TABLE session DISABLE TRIGGER session_begins", "session.session_begins", /trigger is disabled/],
  [
    "ALTER TABLE audit_event ENABLE TRIGGER audit_event_is_only_added_to",
    "audit_event.audit_event_is_only_added_to",
    /does not fire for all writers/,
  ],
  [
    "ALTER TABLE saved_view DISABLE TRIGGER ALL",
    "saved_view.saved_view_account_id_fkey",
    /enforces the constraint is disabled/,
  ],
  [
    "INSERT INTO job_step (kind, job_id, beginnings, token, free_at, waiting_since) VALUES ('undo', 7, 3, gen_random_uuid(), now(), now())",
    "job_step",
    /waits for a person/,
    1,
    "undo 7",
  ],
  [
    `INSERT INTO action_undo (id, at, actor, account_id, status, done, "left", total, finished_at)
     VALUES (7, '2026-11-26T10:00:00Z', '{}', 1, 'done', 3, 1, 5, now()), (8, now(), '{}', 1, 'done', 3, 2, 5, now())`,
    "action_undo",
    /without reaching all/,
    1,
    "action 1795687200000-7: 1 of 5",
  ],
  [past("UPDATE pet SET category_id = 99 WHERE id = 2"), "pet.category_id", /refers to a category/, 1, "pet 2 → 99"],
  [past("UPDATE api_key SET account_id = 99"), "api_key.account_id", /refers to an account/, 1, "api_key 1 → 99"],
  [past("UPDATE api_key SET parent_id = 99"), "api_key.parent_id", /refers to an api_key/, 1, "api_key 1 → 99"],
  [past("UPDATE session SET account_id = 99"), "session.account_id", /refers to an account/],
  [past("UPDATE session_key SET session_id = 99"), "session_key.session_id", /refers to a session/],
  [
    past("INSERT INTO credential (account_id, provider_id, subject) VALUES (99, 'credential', '99')"),
    "credential.account_id",
    /refers to an account/,
  ],
  [past("UPDATE saved_view SET account_id = 99"), "saved_view.account_id", /refers to an account/],
  [past("UPDATE list_view SET account_id = 99"), "list_view.account_id", /refers to an account/],
  [past("UPDATE stored_outcome SET account_id = 99"), "stored_outcome.account_id", /refers to an account/],
  [past("UPDATE deprecated_use SET api_key_id = 99"), "deprecated_use.api_key_id", /refers to an api_key/],
  [past("DELETE FROM pet WHERE id = 1"), "store_order.held_pet_id", /refers to a pet/, 1, "store_order 1 → 1"],
  [
    past("INSERT INTO pet_profile (pet_id) VALUES (99)"),
    "pet_profile.pet_id",
    /refers to a pet/,
    1,
    "pet_profile 99 99 → 99",
  ],
  [
    past(`INSERT INTO note (pet_id, text, author) VALUES (99, 'Bites', '{"kind": "system", "id": null, "name": ""}')`),
    "note.pet_id",
    /refers to a pet/,
  ],
  [
    "INSERT INTO attribute (name, label, type, category_ids) VALUES ('born_on', 'Born on', 'date', ARRAY[1, 99])",
    "attribute.category_ids",
    /names a category that does not exist/,
    1,
    // A test that is rolled back does not reset the sequence, so the id may be any number.
    /^attribute \d+ → 99$/,
  ],
  [
    `INSERT INTO pet_profile (pet_id, attributes) VALUES (1, '{"7": 1}')`,
    "pet_profile.attributes",
    /has a value of an attribute that does not exist/,
    1,
    "pet 1 → 7",
  ],
  [
    `INSERT INTO attribute (name, label, type) VALUES ('breed', 'Breed', 'text');
     INSERT INTO pet_profile (pet_id, attributes) SELECT 1, json_build_object(max(id), 'Collie')::jsonb FROM attribute;
     UPDATE pet_attribute_value SET value = 'poodle'`,
    "pet_attribute_value",
    /differs from the values of the profiles/,
  ],
  [
    past("INSERT INTO photo (pet_id, sha256, position) VALUES (1, sha256('b'), 1)"),
    "photo.sha256",
    /refers to a media that does not exist/,
  ],
  [
    past("INSERT INTO media_chunk (sha256, width, place, bytes) VALUES (sha256('b'), 8, 0, 'x')"),
    "media_chunk.sha256",
    /refers to a media that does not exist/,
  ],
  [past("DELETE FROM photo"), "media", /has no photo/],
  ["DELETE FROM media_chunk", "media.sizes", /refers to a file that is missing/],
  ["DELETE FROM media_chunk WHERE place = 0", "media.sizes", /refers to a file that is missing or incomplete/],
  [
    "UPDATE pet SET status = 'available' WHERE id = 1",
    "store_order",
    /its pet is not pending/,
    1,
    "order 1 (placed), pet 1 (available)",
  ],
  [
    "ALTER TABLE store_order ALTER held_pet_id DROP EXPRESSION; UPDATE store_order SET held_pet_id = NULL",
    "store_order.held_pet_id",
    /must be the order's pet while the order is open/,
    1,
    "order 1",
  ],
  [
    "UPDATE pet_count_change SET amount = 7 WHERE status = 'sold'",
    "pet_count",
    /differs from the number of pets/,
    1,
    "category 1, sold: 1 pets, counted as 7",
  ],
  [
    "ALTER TABLE pet DISABLE TRIGGER pet_inserted_count; INSERT INTO pet (name, category_id) VALUES ('Rex', 1); ALTER TABLE pet ENABLE ALWAYS TRIGGER pet_inserted_count",
    "pet_count",
    /differs from the number of pets/,
  ],
  [
    "INSERT INTO search_word (word, names, everyone, staff) VALUES ('rex', 1, 1, 1)",
    "search_word",
    /differs from the words of the pets/,
    1,
    "rex",
  ],
  ["UPDATE account SET role = 'clerk'", "account", /no owner is enabled/],
  ["UPDATE account SET banned = true", "account", /no owner is enabled/],
  [
    "ALTER TABLE account DISABLE TRIGGER account_banned; UPDATE account SET banned = true; ALTER TABLE account ENABLE ALWAYS TRIGGER account_banned; INSERT INTO account (email, name, role) VALUES ('b@petstore.test', 'B', 'owner')",
    "session",
    /disabled account/,
    1,
    "session 1",
  ],
  ["UPDATE stored_outcome SET body = '{\"id\":'", "stored_outcome.body", /is not JSON/, 1, 'account 1, key "a"'],
  [
    "UPDATE stored_outcome SET headers = '{\"Location\": 1}'",
    "stored_outcome.headers",
    /not an object whose values are all strings/,
  ],
  [
    unguarded("UPDATE audit_event SET at = now() + interval '1 day' WHERE id = 2"),
    "audit_event: at",
    /future/,
    1,
    "event 2",
  ],
  [unguarded("UPDATE audit_event SET at = 'infinity' WHERE id = 2"), "audit_event: at", /future/, 1, "event 2"],
  [unguarded("UPDATE audit_event SET at = '1999-12-31' WHERE id = 2"), "audit_event: at", /before 2000/, 1, "event 2"],
  [
    unguarded("UPDATE audit_event SET action = 'pet.paint' WHERE id = 2"),
    "audit_event: action",
    /AuditEvent of the contract/,
    1,
    "event 2",
  ],
  [
    unguarded("UPDATE audit_event SET subject_kind = 'shop' WHERE id = 2"),
    "audit_event: subject.kind",
    /AuditEvent of the contract/,
  ],
  [
    unguarded("UPDATE audit_event SET actor_kind = 'key', actor_id = 0"),
    "audit_event: actor.id",
    /AuditEvent of the contract/,
    3,
  ],
  [unguarded("UPDATE audit_event SET action = 'order.create'"), "audit_event: action", /on a subject of this kind/, 3],
  [unguarded("UPDATE audit_event SET after = NULL"), "audit_event: before, after", /do not fit the action/, 3],
];

describe("checkStore", () => {
  it("finds nothing in a sound store", async () => {
    expect(await undone(client, () => problemsSeenBy(client))).toEqual([]);
  });

  it("accepts values of a deleted attribute, because it can be restored", async () => {
    const problems = await undone(client, async () => {
      await client.query(`INSERT INTO attribute (id, name, label, type) OVERRIDING SYSTEM VALUE VALUES (7, 'breed', 'Breed', 'text');
        INSERT INTO pet_profile (pet_id, attributes) VALUES (1, '{"7": "Collie"}');
        DELETE FROM attribute WHERE id = 7;
        INSERT INTO deleted_attribute (id, definition) VALUES (7, '{}')`);
      return problemsSeenBy(client);
    });
    expect(problems).toEqual([]);
  });

  it.each<Case>(damages)("reports after %s only %s", async (damage, place, rule, count = 1, example) => {
    const problems = await undone(client, async () => {
      await client.query(damage);
      return problemsSeenBy(client);
    });
    expect(problems).toEqual([
      {
        ...{ place, count, rule: expect.stringMatching(rule), remedy: expect.stringMatching(/\w{3}/) },
        examples:
          example === undefined
            ? expect.any(Array)
            : [typeof example === "string" ? example : expect.stringMatching(example)],
      },
    ]);
  });

  it.each(["account", "api_key", "audit_event", "credential", "pet", "saved_view", "session", "store_order"])(
    "names only the sequence of %s when it is behind the largest id",
    async (table) => {
      if (table === "credential") {
        await client.query("INSERT INTO credential (account_id, provider_id, subject) VALUES (1, 'credential', '1')");
      }
      const { rows } = await client.query(`SELECT last_value, is_called FROM ${table}_id_seq`);
      await client.query(`SELECT setval('${table}_id_seq', 1, false)`);
      const problems = await undone(client, () => problemsSeenBy(client));
      await client.query(`SELECT setval('${table}_id_seq', $1, $2)`, [rows[0].last_value, rows[0].is_called]);
      expect(problems).toMatchObject([
        { place: `${table}_id_seq`, rule: expect.stringContaining("but the largest id in") },
      ]);
    },
  );

  it("names a missing unique index and the two open orders that it would have prevented", async () => {
    const problems = await undone(client, async () => {
      await client.query("DROP INDEX store_order_held_pet_id_key; INSERT INTO store_order (pet_id) VALUES (1)");
      return problemsSeenBy(client);
    });
    expect(problems.map(({ place, examples }) => [place, examples])).toEqual([
      ["store_order.store_order_held_pet_id_key", []],
      ["store_order.held_pet_id", ["pet 1"]],
    ]);
  });

  it("counts all faulty rows and names twenty", async () => {
    const [problem] = await undone(client, async () => {
      await client.query(past("INSERT INTO pet (name, category_id) SELECT 'Rex', 99 FROM generate_series(1, 5000)"));
      return problemsSeenBy(client);
    });
    expect([problem?.count, problem?.examples.length]).toEqual([5_000, 20]);
  });

  it("counts all faulty events and names twenty", async () => {
    const [problem] = await undone(client, async () => {
      await client.query(`INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id)
        SELECT 'system', 'test', 'pet.paint', 'pet', 1 FROM generate_series(1, 3000)`);
      return problemsSeenBy(client);
    });
    expect([problem?.count, problem?.examples.length]).toEqual([3_000, 20]);
  });

  it("accepts a store before its first start, and a pending pet without an order", async () => {
    const problems = await undone(client, async () => {
      await client.query("UPDATE store_order SET status = 'cancelled'");
      await client.query(unguarded("TRUNCATE account, audit_event CASCADE"));
      return problemsSeenBy(client);
    });
    expect(problems).toEqual([]);
  });

  it("reports the missing owner if the audit trail mentions accounts but no owner is left", async () => {
    const problems = await undone(client, async () => {
      await client.query(`TRUNCATE account CASCADE; INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, after)
        VALUES ('system', 'test', 'account.create', 'account', 1, '{}')`);
      return problemsSeenBy(client);
    });
    expect(problems).toMatchObject([{ place: "account" }]);
  });

  it("names only encoding and migrations of a database that nobody migrated", async () => {
    const name = `${database.connection.database}_ascii`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING SQL_ASCII LOCALE_PROVIDER libc LOCALE 'C'`);
    const ascii = await connectAsSuperuser({ ...database.connection, database: name });
    const problems = await undone(ascii, () => problemsSeenBy(ascii));
    await ascii.end();
    await client.query(`DROP DATABASE ${name}`);
    expect(problems.map(({ place }) => place)).toEqual(["_prisma_migrations", "encoding", "pg_trgm"]);
  });
});
