import { findFaultyRows, findInTurn } from "./faulty-rows.js";
import type { StoreCheck } from "./check.js";

type Reference = {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  /** The column that identifies a row of the table. */
  readonly key: string;
};

/**
 * All foreign keys. Writers that switch off their triggers, such as an import or `pg_restore --disable-triggers`, may
 * break them.
 */
export const references: readonly Reference[] = [
  { table: "pet", column: "category_id", to: "category", key: "id" },
  { table: "category_merge", column: "running_category_id", to: "category", key: "id" },
  { table: "category_merge", column: "running_into_id", to: "category", key: "id" },
  { table: "pet_profile", column: "pet_id", to: "pet", key: "pet_id" },
  { table: "note", column: "pet_id", to: "pet", key: "id" },
  { table: "photo", column: "sha256", to: "media", key: "id" },
  { table: "media_chunk", column: "sha256", to: "media", key: "width || ' ' || place" },
  { table: "store_order", column: "held_pet_id", to: "pet", key: "id" },
  { table: "store_order", column: "customer_id", to: "customer", key: "id" },
  { table: "api_key", column: "account_id", to: "account", key: "id" },
  { table: "api_key", column: "parent_id", to: "api_key", key: "id" },
  { table: "credential", column: "account_id", to: "account", key: "id" },
  { table: "invitation", column: "account_id", to: "account", key: "encode(hash, 'hex')" },
  { table: "totp", column: "account_id", to: "account", key: "last_step" },
  { table: "recovery_code", column: "account_id", to: "account", key: "encode(hash, 'hex')" },
  { table: "passkey", column: "account_id", to: "account", key: "id" },
  { table: "challenge", column: "account_id", to: "account", key: "encode(hash, 'hex')" },
  { table: "session", column: "account_id", to: "account", key: "id" },
  { table: "session_key", column: "session_id", to: "session", key: "encode(hash, 'hex')" },
  { table: "saved_view", column: "account_id", to: "account", key: "id" },
  { table: "list_view", column: "account_id", to: "account", key: "id" },
  { table: "stored_outcome", column: "account_id", to: "account", key: "idempotency_key" },
  { table: "webhook_delivery", column: "endpoint_id", to: "webhook_endpoint", key: "id" },
  { table: "deprecated_use", column: "api_key_id", to: "api_key", key: "operation_id" },
];

const remedies: Readonly<Record<string, string>> = {
  category: "insert the category, without a name, or move the pets to another",
  customer: "set the order's customer_id to null",
  pet: "cancel the order in psql, or restore the pet from a backup",
};

const toFaultyRows = ({ table, column, to, key }: Reference) => ({
  place: `${table}.${column}`,
  rule: `refers to ${/^[aeiou]/.test(to) ? "an" : "a"} ${to} that does not exist`,
  remedy: remedies[to] ?? `delete the rows of ${table}, or restore the ${to} from a backup`,
  select: `SELECT concat('${table} ', ${table}.${key === "id" ? "id" : `${column}, ' ', ${key}`}, ' → ', ${column}) AS example FROM ${table}
    WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${to} AS target WHERE target.${to === "media" ? "sha256" : "id"} = ${table}.${column})`,
});

export const referencesCheck: StoreCheck = {
  name: "references",
  verifies:
    "Every pet refers to an existing category; every key, session, view and outcome to an existing account; and every open order to an existing pet.",
  run: (query, onProgress) =>
    findInTurn(references, (reference) => findFaultyRows(query, toFaultyRows(reference)), onProgress),
};
