/**
 * Says what in a backup is personal or secret. The contract marks what is personal (`personal()` in `http/personal.ts`).
 */
export const SENSITIVE =
  "A backup contains personal data (customers and their orders, staff and their sessions, notes, and the audit trail) and secrets (password hashes, hashes of API keys, the store's own secrets, and what AUTH_SECRET encrypts). Keep it as safe as the store, and delete it when the people in it may expect that.";
