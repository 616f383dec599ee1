/**
 * The tables of all schema versions; others in the same schema belong to somebody else. Beside them `_prisma_migrations`
 * says how far the schema is migrated.
 */
export const storeTables: readonly string[] = [
  "account",
  "api_key",
  "audit_event",
  "category",
  "category_merge",
  "challenge",
  "credential",
  "deprecated_use",
  "invitation",
  "passkey",
  "pet",
  "pet_count",
  "pet_count_change",
  "recovery_code",
  "saved_view",
  "service_secret",
  "session",
  "session_key",
  "store_order",
  "stored_outcome",
  "totp",
];
