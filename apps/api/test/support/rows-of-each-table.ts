import { readFileSync } from "node:fs";
import type { Pool } from "pg";

const listed = (values: readonly string[], row: (value: string, index: number) => string): string =>
  values.map((value, index) => `(${row(value, index)})`).join(", ");

/**
 * Returns INSERTs of a row in each table, one for each value of an enum, without the columns that a migration adds. The
 * tests of migrations fill the tables with them. After a migration they repeat them, as the previous version of the
 * service would.
 */
const rows = (n: number): readonly string[] => [
  `INSERT INTO category (id, name) VALUES (${n}, 'Cats ${n}')`,
  `INSERT INTO category_merge (id, category_id, into_id, actor, total, finished_at) VALUES (${n}, ${n}, ${n + 1}, '{}', 1, now())`,
  `INSERT INTO pet (id, name, category_id, status) VALUES ${listed(["available", "pending", "sold"], (status, i) => `${n + i}, 'Rex', ${n}, '${status}'`)}`,
  `INSERT INTO attribute (id, name, label, type, decimals, category_ids) VALUES (${n}, 'weight_${n}', 'Weight', 'number', 1, ARRAY[${n}])`,
  `INSERT INTO deleted_attribute (id, definition) VALUES (${n + 5}, '{}')`,
  `INSERT INTO pet_profile (pet_id, external_id, attributes) VALUES (${n}, 'SH-${n}', '{"${n}": 2.5}')`,
  `INSERT INTO media (sha256, width, height, placeholder, sizes) VALUES (sha256('${n}'), 10, 10, 'data:,', '[]')`,
  `INSERT INTO media_chunk (sha256, width, place, bytes) VALUES (sha256('${n}'), 10, 0, '\\x00')`,
  `INSERT INTO media_object (key, sha256, width, bytes, digest) VALUES ('${n}', sha256('${n}'), 10, 1, sha256('a'))`,
  `INSERT INTO photo (id, pet_id, sha256, position) VALUES (${n}, ${n}, sha256('${n}'), 1)`,
  `INSERT INTO note (id, pet_id, text, author) VALUES (${n}, ${n}, 'Bites', '{"kind": "system", "id": null, "name": "test"}')`,
  `INSERT INTO pet_count (category_id, status, amount) VALUES (${n}, 'sold', 1)`,
  `INSERT INTO pet_count_change (category_id, status, amount) VALUES (${n}, 'sold', 1)`,
  `INSERT INTO pet_search (pet_id, name, words) VALUES (${n + 7}, '', '')`,
  `INSERT INTO store_order (id, pet_id, status, reference) VALUES ${listed(["placed", "approved", "delivered", "cancelled"], (status, i) => `${n + i}, ${n + i}, '${status}', 'Order ${n + i}'`)}`,
  `INSERT INTO account (id, email, name, role) VALUES ${listed(["owner", "manager", "clerk"], (role, i) => `${n + i}, 'sam${n + i}@example.com', 'Sam', '${role}'`)}`,
  `INSERT INTO credential (id, account_id, provider_id, subject, password) VALUES (${n}, ${n}, 'credential', '${n}', 'hash')`,
  `INSERT INTO session (id, account_id, token, expires_at) VALUES (${n}, ${n}, encode(sha256('${n}'), 'hex'), now() + interval '1 day')`,
  `INSERT INTO session_key (hash, session_id, scope, expires_at) VALUES (sha256('${n}'), ${n}, 'read', now() + interval '1 day')`,
  `INSERT INTO saved_view (id, account_id, name, query) VALUES (${n}, ${n}, 'Mine', '{}')`,
  `INSERT INTO list_view (id, account_id, page, name, query) VALUES ${listed(["orders", "history"], (page, i) => `${n + i}, ${n}, '${page}', 'Mine', '{}'`)}`,
  `INSERT INTO api_key (id, account_id, name, scope, hash, prefix, last_four) VALUES ${listed(["read", "write", "admin"], (scope, i) => `${n + i}, ${n}, 'Shop', '${scope}', sha256('${n + i}'), 'pets_live_', 'abcd'`)}`,
  `INSERT INTO deprecated_use (api_key_id, day, operation_id, count) VALUES (${n}, current_date, 'createPets', 1)`,
  `INSERT INTO audit_event (id, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after) VALUES ${listed(["account", "key", "system"], (kind, i) => `${n + i}, '${kind}', ${kind === "system" ? "NULL" : n}, 'Sam', 'pet.update', 'pet', ${n}, '{}', '{}'`)}`,
  `INSERT INTO action (id, at, events, parts) VALUES (${n}, now(), 2, '[]')`,
  `INSERT INTO action_undo (id, at, actor, account_id, total) VALUES (${n}, now(), '{}', ${n}, 1)`,
  `INSERT INTO job_step (kind, job_id, token, free_at) VALUES ('undo', ${n}, gen_random_uuid(), now())`,
  `INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at) VALUES (${n}, 'key ${n}', sha256('${n}'), 201, '{}', '{}', now() + interval '1 day')`,
  `INSERT INTO invitation (account_id, hash, expires_at) VALUES (${n}, sha256('${n}'), now() + interval '1 day')`,
  `INSERT INTO totp (account_id, secret) VALUES (${n}, 'secret')`,
  `INSERT INTO recovery_code (account_id, hash) VALUES (${n}, sha256('${n}'))`,
  `INSERT INTO passkey (id, account_id, name, credential_id, public_key, counter) VALUES (${n}, ${n}, 'Laptop', sha256('${n}'), '\\x00', 0)`,
  `INSERT INTO challenge (hash, kind, account_id, challenge, expires_at) VALUES ${listed(["second_factor", "registration", "authentication"], (kind, i) => `sha256('${n + i}'), '${kind}', ${kind === "authentication" ? "NULL" : n}, ${kind === "second_factor" ? "NULL" : "'abc'"}, now() + interval '1 day'`)}`,
  `INSERT INTO webhook_endpoint (id, url, cursor, secret) VALUES (${n}, 'https://shop.example/', '00000000-0', sha256('${n}') || substr(sha256('${n}'), 1, 28))`,
  `INSERT INTO webhook_delivery (id, endpoint_id, message_id, type, state) VALUES (${n}, ${n}, 'evt_${n}', 'pet.created', 'delivered')`,
  `INSERT INTO webhook_lease (id, holder, token, expires_at) VALUES (1, 'nobody', 1, now()) ON CONFLICT DO NOTHING`,
  `INSERT INTO store (id, sold_name) VALUES (1, 'Adopted') ON CONFLICT DO NOTHING`,
  `INSERT INTO event_feed (epoch, position, expired_position) VALUES ('0000000a', ${n}, ${n} - 1) ON CONFLICT DO NOTHING`,
  `INSERT INTO event_position (position, at, event_id) VALUES (${n}, now(), ${n})`,
  `INSERT INTO event_pending (at, event_ids) VALUES (now(), '{${n}}')`,
  `INSERT INTO service_secret (name, value) VALUES ('secret ${n}', '\\x00')`,
  `INSERT INTO shared_setting (name, value) VALUES ('setting ${n}', 'x')`,
];

const schema = readFileSync(new URL("../../prisma/schema.prisma", import.meta.url), "utf8");

const mapped = (text: string) => /@map\("(\w+)"\)/.exec(text)?.[1];

/**
 * Writes the row of a table that {@link rows} lacks: its id, and the texts and numbers without a default. An `Int` is 1,
 * because a CHECK may limit it.
 */
const plainRow = (table: string, n: number): string => {
  const fields = new RegExp(`\\{([^}]*)@@map\\("${table}"\\)`).exec(schema)?.[1]?.split("\n") ?? [];
  const columns = fields.flatMap((field) => {
    const [, name = "", type] = /^\s+(\w+)\s+(BigInt|Int|String)\s/.exec(`${field} `) ?? [];
    const isWritten = type !== undefined && (/@id/.test(field) || !/@default/.test(field));
    return isWritten ? [[mapped(field) ?? name, type === "String" ? `'Plain ${n}'` : type === "Int" ? 1 : n]] : [];
  });
  const listOf = (at: 0 | 1) => columns.map((column) => column[at]).join(", ");
  return `INSERT INTO ${table} (${listOf(0)}) VALUES (${listOf(1)})`;
};

const tableOf = (statement: string) => /^INSERT INTO (\w+)/.exec(statement)?.[1] ?? "";

/** Returns INSERTs for the tables that {@link rows} does not contain. */
export const plainRows = (n: number, tables: readonly string[]): readonly string[] => {
  const known = new Set(rows(n).map(tableOf));
  const plain = tables.filter((table) => !known.has(table) && schema.includes(`@@map("${table}")`));
  return plain.map((table) => plainRow(table, n));
};

/** @param n - The first digits of ids and names. @param tables - The tables that exist in this version. */
export const rowsOfEachTable = (n: number, tables: readonly string[]): readonly string[] => [
  ...rows(n).filter((statement) => tables.includes(tableOf(statement))),
  ...plainRows(n, tables),
];

export const findEmptyTables = async (pool: Pool): Promise<readonly string[]> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const names = tables.map(({ name }) => name);
  const counts = await Promise.all(names.map((name) => pool.query(`SELECT FROM "${name}" LIMIT 1`)));
  return names.filter((_name, index) => counts[index]?.rowCount === 0);
};

/** Adds a row to each empty table, as {@link rowsOfEachTable} writes it. */
export const fillTables = async (pool: Pool, n: number): Promise<void> => {
  for (const statement of rowsOfEachTable(n, await findEmptyTables(pool))) await pool.query(statement);
};
