/** Findings of `test/migrations.test.ts` that are accepted, by migration and rule, each with why nobody waits or fails. */
export type Waivers = Readonly<Record<string, { readonly rules: readonly string[] | "all"; readonly reason: string }>>;

const beforeFirstRelease = "Older than the rules, and than any store that is upgraded without a pause.";

export const waivers: Waivers = {
  "20261121014000_first": { rules: "all", reason: beforeFirstRelease },
  "20261121044000_store_behind_the_interface": { rules: "all", reason: beforeFirstRelease },
  "20261121080000_accounts_and_audit": { rules: "all", reason: beforeFirstRelease },
  "20261121110000_catalogue_feed": { rules: "all", reason: beforeFirstRelease },
  "20261121150000_session_hashes": { rules: "all", reason: beforeFirstRelease },
  "20261122110800_saved_views": { rules: "all", reason: beforeFirstRelease },
  "20261122110900_audit_event_sold": { rules: "all", reason: beforeFirstRelease },
  "20261122112500_history_and_references": { rules: "all", reason: beforeFirstRelease },
  "20261122210300_audit_partitions": {
    rules: ["require-concurrent-index-deletion", "renaming-table", "adding-serial-primary-key-field"],
    reason:
      "The old table becomes a partition under a lock of moments (docs/decisions/0041-audit-partitions.md); the view of the version before, inserts and pages of audit_event, stays true.",
  },
  "20261125192000_pet_attribute_values": {
    rules: ["blocks-writes"],
    reason: "Profiles are newer than every release: no version before writes them.",
  },
  "20261126050100_action_indexes": {
    rules: ["require-concurrent-index-creation", "require-concurrent-index-deletion"],
    reason:
      "PostgreSQL builds no index of a partitioned table concurrently: only inserts wait, for the index of this month, and the parent takes over what the partitions have. The dropped index is of versions before the attributes.",
  },
  "20261123000100_pet_counts_filled": {
    rules: ["breaks-version-before"],
    reason: "It fills pet_count_change, which the version before does not read: the check compares numbers of rows.",
  },
};
