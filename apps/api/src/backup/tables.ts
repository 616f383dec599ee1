/**
 * The tables of all schema versions. Others in the same schema belong to somebody else. How far the schema is migrated is
 * in the head of a backup, not in a table.
 */
export const storeTables: readonly string[] = [
  "account",
  "api_key",
  "audit_event",
  "category",
  "category_merge",
  "credential",
  "deprecated_use",
  "pet",
  "pet_count",
  "pet_count_change",
  "saved_view",
  "service_secret",
  "session",
  "session_key",
  "store_order",
  "stored_outcome",
];
