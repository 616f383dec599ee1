import type { Query } from "../database/query.js";
import type { ImportColumns } from "./import-columns.js";
import type { ImportRow } from "./import-row.js";
import type { OwnedRow } from "./import-updates.js";
import { type BadRow, rowProblem, type RowProblem } from "./row-problems.js";

// LATERAL with LIMIT uses the indexes, as in import-categories.ts. If the store has ids with leading zeros, an id such
// as 123 is also looked up as 000123, with as many digits as the first of those ids has. The first batch finds that
// number of digits. The range from 0 to 1 contains those ids, and lets PostgreSQL use the index instead of reading all
// profiles. It does not contain them if the database sorts digits as numbers, as und-u-kn-true does, because 000123 is
// then greater than 1. PostgreSQL compares the two constants when it plans the statement, and leaves the range out.
const claimSql = `
  WITH width AS MATERIALIZED (
    SELECT coalesce($3::integer, (
      SELECT length(external_id) FROM pet_profile
      WHERE (external_id >= '0' AND external_id < '1' OR '2' < '10') AND external_id ~ '^0[0-9]+$' LIMIT 1
    ), 0) AS length
  ), given AS MATERIALIZED (
    SELECT given.external_id, given.line, earlier.line AS earlier, owner.pet_id, padded.external_id AS padded
    FROM width CROSS JOIN unnest($1::text[], $2::integer[]) AS given (external_id, line)
    LEFT JOIN LATERAL (SELECT line FROM import_external_id AS one WHERE one.external_id = given.external_id LIMIT 1)
      AS earlier ON true
    LEFT JOIN LATERAL (SELECT pet_id FROM pet_profile AS one WHERE one.external_id = given.external_id LIMIT 1)
      AS owner ON true
    LEFT JOIN LATERAL (SELECT external_id FROM pet_profile AS one
        WHERE owner.pet_id IS NULL AND length(given.external_id) < width.length
          AND given.external_id ~ '^[1-9][0-9]*$' AND one.external_id = lpad(given.external_id, width.length, '0') LIMIT 1)
      AS padded ON true
  ), noted AS (
    INSERT INTO import_external_id SELECT external_id, line FROM given WHERE earlier IS NULL
  )
  SELECT line, earlier, pet_id::text AS "petId", padded, width.length AS width
  FROM width LEFT JOIN given ON earlier IS NOT NULL OR pet_id IS NOT NULL OR padded IS NOT NULL`;

type Claimed = {
  readonly good: readonly ImportRow[];
  readonly owned: readonly OwnedRow[];
  readonly taken: BadRow[];
};

type Taken = {
  /** Null if no id of the batch is taken. */
  readonly line: number | null;
  readonly earlier: number | null;
  readonly petId: string | null;
  /** The id of a pet that equals the given id except for its leading zeros. */
  readonly padded: string | null;
  readonly width: number;
};

/**
 * Finds the rows whose `externalId` belongs to a pet or to an earlier row. A temporary table stores the external ids of
 * earlier rows, because there may be millions.
 * @param isUpdating - True if a row may change a pet.
 */
export const createExternalIds = (query: Query, isUpdating: boolean) => {
  let width: number | null = null;
  const claim = async (lines: ReadonlyMap<string, number>): Promise<Taken[]> => {
    await query(
      "CREATE TEMPORARY TABLE IF NOT EXISTS import_external_id (external_id text PRIMARY KEY, line integer) ON COMMIT DROP",
      [],
    );
    const taken = await query<Taken>(claimSql, [[...lines.keys()], [...lines.values()], width]);
    width = taken[0]?.width ?? width;
    return taken;
  };

  return async (rows: readonly ImportRow[], { externalId }: Pick<ImportColumns, "externalId">): Promise<Claimed> => {
    const column = externalId?.label ?? null;
    const lines = new Map<string, number>();
    const taken = new Map<number, (id: string) => RowProblem>();
    const repeats = (line: number) => (id: string) => rowProblem("external_id_repeated", column, id, { line });
    for (const { line, profile } of rows) {
      const id = profile?.externalId ?? null;
      if (id === null) continue;
      const earlier = lines.get(id);
      if (earlier === undefined) lines.set(id, line);
      else taken.set(line, repeats(earlier));
    }
    if (lines.size === 0) return { good: rows, owned: [], taken: [] };
    const owners = new Map<number, number>();
    for (const { line, earlier, petId, padded: stored } of await claim(lines)) {
      if (line === null) continue;
      if (earlier !== null) taken.set(line, repeats(earlier));
      else if (stored !== null) taken.set(line, (id) => rowProblem("zeros_lost", column, id, { stored }));
      else if (isUpdating) owners.set(line, Number(petId));
      else taken.set(line, (id) => rowProblem("external_id_taken", column, id, { petId: Number(petId) }));
    }
    return {
      good: rows.filter(({ line }) => !taken.has(line) && !owners.has(line)),
      owned: rows.flatMap((row) => {
        const petId = owners.get(row.line);
        return petId === undefined ? [] : [{ row, petId }];
      }),
      taken: rows.flatMap(({ line, profile }) => {
        const describe = taken.get(line);
        return describe === undefined ? [] : [{ line, problems: [describe(profile?.externalId ?? "")] }];
      }),
    };
  };
};
