/**
 * Findings of `test/migrations.test.ts` that are accepted, by migration and rule, each with the reason why no request
 * waits or fails.
 */
export type Waivers = Readonly<Record<string, { readonly rules: readonly string[] | "all"; readonly reason: string }>>;

const beforeFirstRelease = "It is older than the rules, and than any store that is upgraded without a pause.";

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
      "The old table becomes a partition under a short lock (docs/decisions/0041-audit-partitions.md); what the previous version does with audit_event, inserts and pages, keeps working.",
  },
  "20261125192000_pet_attribute_values": {
    rules: ["blocks-writes"],
    reason: "Profiles are newer than every release, so no earlier version writes them.",
  },
  "20261126050100_action_indexes": {
    rules: ["require-concurrent-index-creation", "require-concurrent-index-deletion"],
    reason:
      "PostgreSQL cannot build an index of a partitioned table concurrently. Only inserts wait, for the index of this month, and the parent takes over the indexes of its partitions. The dropped index belongs to versions before the attributes.",
  },
  "20261128201000_attributes_of_all_categories": {
    rules: ["adding-field-with-default", "blocks-reads"],
    reason: "A store has at most 60 attributes (MAX_ATTRIBUTES), so the table is written anew within milliseconds.",
  },
  "20261130090000_store_settings": {
    rules: ["constraint-missing-not-valid", "blocks-reads"],
    reason: "The table has at most one row (store_is_one), so it is read and written within milliseconds.",
  },
  "20261130140000_store_logo": {
    rules: ["constraint-missing-not-valid", "blocks-reads"],
    reason: "The table has at most one row (store_is_one), so it is read and written within milliseconds.",
  },
  "20261123000100_pet_counts_filled": {
    rules: ["breaks-version-before"],
    reason:
      "It fills pet_count_change, which the previous version does not read; the check only compares numbers of rows.",
  },
};
