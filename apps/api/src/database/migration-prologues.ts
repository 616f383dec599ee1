/**
 * Statements that run in the transaction of a migration before its script. They take locks in the order of the service,
 * which the script itself does not. A released script cannot be corrected, because stores have recorded its checksum.
 */
export const prologues: Readonly<Record<string, string>> = {
  // The script locks the partitions before their parent, and each insert locks the parent first: a deadlock.
  "20261126050100_action_indexes": 'LOCK TABLE "audit_event" IN SHARE MODE',
};
