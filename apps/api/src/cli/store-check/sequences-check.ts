import type { Query } from "../../database/query.js";
import { sequences } from "../../database/schema-dump.js";
import { type Problem, problem, type StoreCheck } from "./check.js";
import { findInTurn } from "./faulty-rows.js";

/**
 * `category` is left out, because clients may choose the ids of categories, and the service skips ids that are in use.
 */
const drawnTables = sequences.filter((name) => name !== "category_id_seq").map((name) => name.replace(/_id_seq$/, ""));

/**
 * Reads the sequence after the table, because a sequence is not part of the snapshot. If an id is drawn in between, the
 * sequence can only be higher.
 */
const checkTable = async (query: Query, table: string): Promise<readonly Problem[]> => {
  const [row] = await query<{ largest: string; last: string }>(
    `SELECT largest.id AS largest, CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last
     FROM (SELECT coalesce(max(id), 0) AS id FROM ${table}) AS largest, ${table}_id_seq`,
    [],
  );
  if (row === undefined || BigInt(row.last) >= BigInt(row.largest)) return [];
  const rule = `the sequence is at ${row.last}, but the largest id in ${table} is ${row.largest}, so new rows would be refused`;
  return [problem(`${table}_id_seq`, rule, `SELECT setval('${table}_id_seq', ${row.largest})`)];
};

export const sequencesCheck: StoreCheck = {
  name: "sequences",
  verifies: "Every sequence is ahead of the ids that it has already given out.",
  run: (query, onProgress) => findInTurn(drawnTables, (table) => checkTable(query, table), onProgress),
};
