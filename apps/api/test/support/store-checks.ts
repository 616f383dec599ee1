import { Client, type ClientConfig } from "pg";
import { inject } from "vitest";
import type { Query } from "../../src/database/query.js";
import type { Problem } from "../../src/cli/store-check/check.js";
import { checkStore } from "../../src/cli/store-check/check-store.js";
import { addAccount, addOrder, addPets } from "./builders.js";
import type { TestDatabase } from "./test-database.js";

/**
 * Adds rows of every kind that a check reads: an owner, a key, a session, a view, an outcome, an open order and events.
 */
export const addSoundRows = async (database: TestDatabase): Promise<void> => {
  const [pending = 0] = await addPets({ database }, { status: "pending" }, {}, { status: "sold" });
  await addOrder({ database }, pending);
  await addAccount(database);
  await database.pool.query(`
    INSERT INTO api_key (account_id, name, scope, hash, prefix, last_four)
      SELECT id, 'Shop', 'write', decode(repeat('ab', 32), 'hex'), 'psk', 'abcd' FROM account;
    INSERT INTO session (account_id, token, expires_at) SELECT id, repeat('ab', 32), now() FROM account;
    INSERT INTO session_key SELECT decode(repeat('cd', 32), 'hex'), id, 'read', now() FROM session;
    INSERT INTO saved_view (account_id, name, query) SELECT id, 'Dogs', '{}' FROM account;
    INSERT INTO list_view (account_id, page, name, query) SELECT id, 'orders', 'Open', '{}' FROM account;
    INSERT INTO deprecated_use SELECT id, now(), 'findPets', 1 FROM api_key;
    INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
      SELECT id, 'a', decode(repeat('ef', 32), 'hex'), 201, '{"Location": "/v1/pets/1"}', '{"id": 1}', now() FROM account;
    INSERT INTO media VALUES (sha256('a'), 8, 8, 'data:,', '[[8, 8]]');
    INSERT INTO media_chunk VALUES (sha256('a'), 8, 0, 'x'), (sha256('a'), 8, 1, 'y');
    INSERT INTO webhook_endpoint (url, cursor, secret) VALUES ('https://shop.example/', '00000000-0', sha256('a') || substr(sha256('a'), 1, 28));
    INSERT INTO webhook_delivery (endpoint_id, message_id, type, state) SELECT id, 'evt', 'pet.created', 'delivered' FROM webhook_endpoint;
    INSERT INTO photo (pet_id, sha256, position) VALUES (1, sha256('a'), 1);
    INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, after)
      SELECT 'system', 'test', 'pet.create', 'pet', id, '{"id": 1}' FROM pet`);
};

/** Connects as a superuser, who is limited neither by permissions nor by the protection of system catalogues. */
export const connectAsSuperuser = async (connection: ClientConfig): Promise<Client> => {
  const { database } = connection;
  const client = new Client({ ...inject("postgres"), user: "postgres", database });
  await client.connect();
  return client;
};

/** Returns the problems that the checks find in a transaction on this connection. */
export const problemsSeenBy = async (client: Client): Promise<readonly Problem[]> => {
  const query: Query = async <Row>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows as Row[];
  return (await checkStore(query)).flatMap(({ problems }) => problems);
};

/** Runs work in a transaction that is rolled back. */
export const undone = async <Result>(client: Client, work: () => Promise<Result>): Promise<Result> => {
  await client.query("BEGIN");
  try {
    return await work();
  } finally {
    await client.query("ROLLBACK");
  }
};
