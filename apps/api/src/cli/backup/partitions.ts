import { escapeIdentifier } from "pg";
import type { Head } from "./format.js";
import type { StoreClient } from "./store-client.js";

type Partition = Head["partitions"][number];

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/**
 * Reads the partitions of the audit trail, one for each month, which are deleted as a whole. Older schemas have none.
 */
export const readPartitions = async (client: StoreClient): Promise<Partition[]> => {
  const [found] = await client.query("SELECT WHERE to_regproc('audit_partitions') IS NOT NULL");
  if (found === undefined) return [];
  const rows = await client.query<{ name: string; start: Date | null; end: Date | null }>(
    'SELECT name, start, "end" FROM audit_partitions() ORDER BY start NULLS FIRST',
  );
  return rows.map(({ name, start, end }) => ({ name, start: iso(start), end: iso(end) }));
};

/** Makes the partitions that the backup had, in the transaction that loads, while the tables are still empty. */
export const restorePartitions = async (client: StoreClient, wanted: readonly Partition[]): Promise<void> => {
  const existing = await readPartitions(client);
  if (existing.length === 0 || wanted.length === 0) return;
  const keyOf = (partition: Partition) => JSON.stringify(partition);
  const wantedKeys = new Set(wanted.map(keyOf));
  const existingKeys = new Set(existing.map(keyOf));
  for (const partition of existing) {
    if (!wantedKeys.has(keyOf(partition))) await client.query(`DROP TABLE ${escapeIdentifier(partition.name)}`);
  }
  for (const partition of wanted) {
    if (existingKeys.has(keyOf(partition))) continue;
    const { name, start, end } = partition;
    await client.query("SELECT add_audit_partition($1, $2::timestamptz, $3::timestamptz)", [name, start, end]);
  }
};
