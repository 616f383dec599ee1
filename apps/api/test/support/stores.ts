import type { Pool } from "pg";
import { escapeIdentifier } from "pg";
import { plainRows } from "./rows-of-each-table.js";

type WithPool = { readonly pool: Pool };

export const tableNames = async ({ pool }: WithPool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> '_prisma_migrations' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
};

const definitions = {
  indexes: `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND indexname !~ '_prisma' ORDER BY 1`,
  constraints: `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  triggers: `SELECT tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger
    WHERE NOT tgisinternal ORDER BY 1, 2`,
  sequences: "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1",
  partitions: `SELECT inhrelid::regclass::text, pg_get_expr(relpartbound, inhrelid) FROM pg_inherits
    JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind IN ('r', 'p') ORDER BY 1`,
  migrations: "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1",
};

/**
 * Reads everything in a store, including computed columns and definitions. Two stores are equal if the results are
 * equal.
 */
export const readWholeStore = async (store: WithPool): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const [what, sql] of Object.entries(definitions)) found[what] = (await store.pool.query(sql)).rows;
  for (const name of await tableNames(store)) {
    const row = `row_to_json(stored)::text COLLATE "C"`;
    const sql = `SELECT count(*), md5(string_agg(${row}, E'\\n' ORDER BY ${row})) FROM ${escapeIdentifier(name)} AS stored`;
    found[name] = (await store.pool.query(sql)).rows[0];
  }
  return found;
};

/** Adds at least one row to every table. The rows contain everything that a text format could get wrong. */
export const fillStore = async ({ pool }: WithPool): Promise<void> => {
  await pool.query(`
    INSERT INTO category (id, name) VALUES (7, 'Dog'), (9, NULL), (12, 'a\\b "c", ''d'' 🐈‍⬛');
    SELECT setval('category_id_seq', 12);
    INSERT INTO pet (name, category_id, status)
      SELECT (ARRAY['\\N', '\\.', 'null', '', '🐕 猫', 'tab\\t', repeat('𝒳', 200)])[1 + n % 3] || 'x' || n, (ARRAY[7, 9, 12])[1 + n % 3],
        (ARRAY['available', 'pending', 'sold']::pet_status[])[1 + n % 3] FROM generate_series(1, 500) AS n;
    WITH folded AS (DELETE FROM pet_count_change RETURNING *) INSERT INTO pet_count SELECT * FROM folded;
    INSERT INTO pet (name, category_id) VALUES ('\\.', 7), ('\\N', 7), (repeat('𝒳', 200), 9);
    INSERT INTO store_order (pet_id, status, reference) VALUES (1, 'placed', '\\.'), (2, 'approved', NULL), (3, 'delivered', 'A-1'), (999, 'cancelled', '\\N');
    INSERT INTO account (email, name, role, ban_reason) VALUES ('jane@petstore.test', 'Jane', 'owner', E'a\\nb\\r\\tc'), ('sam@petstore.test', 'Sam', 'clerk', NULL);
    INSERT INTO credential (account_id, provider_id, subject, password) SELECT id, 'credential', id::text, 'hash:' || id FROM account;
    INSERT INTO session (account_id, token, user_agent, expires_at)
      SELECT id, md5(id::text) || md5('b' || id), E'line\\nbreak\\\\', now() + interval '1 day' FROM account;
    INSERT INTO session_key (hash, session_id, scope, expires_at) SELECT sha256(token::bytea), id, 'write', expires_at FROM session;
    INSERT INTO api_key (name, scope, hash, prefix, last_four, account_id) SELECT 'Key', 'admin', sha256(email::bytea), 'ps_live_', 'abcd', id FROM account;
    INSERT INTO deprecated_use (api_key_id, day, operation_id, count) SELECT id, '2026-11-20', 'findPets', 9007199254740993 FROM api_key;
    INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
      SELECT id, key, sha256('x'), 201, '{"a": "b\\\\n", "b": [1.50, null]}', E'{"x":"\\\\\\\\n"}\\n\\\\.\\n', '2026-11-23 00:00:00.123Z'
      FROM account, unnest(ARRAY['a', 'B', 'ä', 'b']) AS key;
    INSERT INTO saved_view (account_id, name, query, shared) SELECT id, 'View \\', '{"status": "sold"}', true FROM account;
    INSERT INTO service_secret (name, value) VALUES ('cursor', '\\x00ff5c2e0a');
    INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, before, after)
      SELECT '2026-01-01'::timestamptz + n * interval '7 hours', 'system', 'test', 'pet.update', 'pet', n, '{"name": "\\\\"}', '{"name": "b"}'
      FROM generate_series(1, 300) AS n`);
  for (const statement of plainRows(1, await tableNames({ pool }))) await pool.query(statement);
  const hasTable = async (name: string) =>
    (await pool.query("SELECT WHERE to_regclass($1) IS NOT NULL", [name])).rowCount === 1;
  if (await hasTable("shared_setting"))
    await pool.query(
      "INSERT INTO shared_setting (name, value) VALUES ('PHOTO_STORE', 's3://photos\\ at https://s3.test')",
    );
  if (await hasTable("challenge")) {
    await pool.query(`
      INSERT INTO invitation (account_id, hash, expires_at) SELECT id, sha256(email::bytea), '2026-11-23 00:00:00.123Z' FROM account;
      INSERT INTO totp (account_id, secret) SELECT id, '$ba$1$\\00' FROM account;
      INSERT INTO recovery_code (account_id, hash) SELECT id, sha256(email::bytea) FROM account;
      INSERT INTO passkey (account_id, name, credential_id, public_key, counter, transports)
        SELECT id, 'Laptop \\', sha256(email::bytea), '\\x00ff', 4294967296, ARRAY['usb', 'internal'] FROM account;
      INSERT INTO challenge (hash, kind, account_id, expires_at) SELECT sha256(email::bytea), 'second_factor', id, now() FROM account`);
  }
  if (await hasTable("list_view"))
    await pool.query(
      `INSERT INTO list_view (account_id, page, name, query) SELECT id, 'orders', 'View \\', '{"q": "\\\\."}' FROM account`,
    );
  if (await hasTable("store")) await pool.query(`INSERT INTO store (sold_name) VALUES ('Adopted \\.')`);
  if (await hasTable("webhook_endpoint")) {
    await pool.query(`
      INSERT INTO webhook_endpoint (url, description, types, state, state_reason, cursor, secret, old_secret, old_secret_until)
        VALUES ('https://shop.example/?a=\\\\.', 'a\\\\b', '{pet.created}', 'disabled', 'request', '00000000-7', sha256('a') || substr(sha256('b'), 1, 28), sha256('b') || substr(sha256('a'), 1, 28), now());
      INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
        SELECT id, 'evt', '00000000-7', 'pet.created', 'waiting', now() FROM webhook_endpoint;
      INSERT INTO webhook_lease (id, holder, token, expires_at) VALUES (1, 'nobody', 9, now())`);
  }
  if (await hasTable("action_undo")) {
    await pool.query(`
      INSERT INTO action (id, at, account_id, key, events, parts)
        SELECT id, at, 1, gen_random_uuid(), 2, '[{"to": {"name": "a\\\\b"}}]' FROM audit_event LIMIT 2;
      INSERT INTO action_undo (id, at, actor, account_id, total, left_out, reached_at, reached_id)
        SELECT id, at, '{"name": "\\\\."}', 1, 9007199, '["\\\\n"]', at, id FROM action`);
  }
  if (await hasTable("job_step")) {
    await pool.query(
      "INSERT INTO job_step (kind, job_id, token, free_at) VALUES ('merge', 7, gen_random_uuid(), now())",
    );
  }
  if (await hasTable("event_feed")) {
    await pool.query(`
      INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, after) VALUES ('system', 'test', 'pet.create', 'pet', 1, '{}');
      SELECT number_events(1);
      UPDATE event_feed SET server = NULL, earlier_epochs = ARRAY['0000000a']`);
  }
  if (await hasTable("attribute")) {
    await pool.query(`
      INSERT INTO attribute (name, label, help, type, unit, minimum, decimals, options, category_ids) VALUES
        ('weight', '\\N', NULL, 'number', 'kg', 0.1, 6, '[]', ARRAY[7, 9]), ('none', 'a\\', '\\.', 'date', NULL, NULL, NULL, '[]', '{}'),
        ('tags', '🐈‍⬛', NULL, 'labels', NULL, NULL, NULL, '[{"value": "a\\\\b", "label": "\\"c"}]', NULL);
      INSERT INTO pet_profile (pet_id, external_id, attributes)
        SELECT pet.id, 'SH-' || pet.id || '\\', jsonb_build_object('1', 1.50, '3', jsonb_build_array('\\n', pet.name)) FROM pet LIMIT 50`);
  }
  if (await hasTable("deleted_attribute")) {
    await pool.query(`INSERT INTO deleted_attribute (id, definition) VALUES (9, '{"label": "a\\nb"}')`);
  }
  if (await hasTable("note")) {
    await pool.query(`
      INSERT INTO note (pet_id, text, is_warning, author)
        SELECT id, E'Bites\\t\\r\\n\\\\.\\n🐈‍⬛', id % 2 = 0, '{"kind": "account", "id": 1, "name": "\\"J"}' FROM pet LIMIT 50`);
  }
  if (await hasTable("photo")) {
    await pool.query(`
      INSERT INTO media VALUES (sha256('a'), 1600, 1200, 'data:,\\', '[[320, 240]]');
      INSERT INTO media_chunk SELECT sha256('a'), 320, place, decode(repeat('00ff5c0a', 65536), 'hex') FROM generate_series(0, 3) AS place;
      INSERT INTO photo (pet_id, sha256, alt, position, focal_x, focal_y) VALUES (1, sha256('a'), '\\N 🐕', 1, 0.1, 0.5)`);
  }
  if (!(await hasTable("category_merge"))) return;
  await pool.query(
    `INSERT INTO category_merge (category_id, into_id, actor, total) VALUES (7, 9, '{"kind": "system"}', 3)`,
  );
};
