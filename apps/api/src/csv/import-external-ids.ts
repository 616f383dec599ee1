import type { Query } from "../database/query.js";
import type { BadRow, ImportRow } from "./import-row.js";
import { printable } from "./printable.js";

// LATERAL with LIMIT uses the indexes, as in import-categories.ts.
const claimSql = `
  WITH given AS MATERIALIZED (
    SELECT given.external_id, given.line, earlier.line AS earlier, owner.pet_id
    FROM unnest($1::text[], $2::integer[]) AS given (external_id, line)
    LEFT JOIN LATERAL (SELECT line FROM import_external_id AS one WHERE one.external_id = given.external_id LIMIT 1)
      AS earlier ON true
    LEFT JOIN LATERAL (SELECT pet_id FROM pet_profile AS one WHERE one.external_id = given.external_id LIMIT 1)
      AS owner ON true
  ), noted AS (
    INSERT INTO import_external_id SELECT external_id, line FROM given WHERE earlier IS NULL AND pet_id IS NULL
  )
  SELECT line, earlier, pet_id::text AS "petId" FROM given WHERE earlier IS NOT NULL OR pet_id IS NOT NULL`;

type Taken = { readonly line: number; readonly earlier: number | null; readonly petId: string | null };

/** Finds the rows whose `externalId` a pet has, or an earlier row: a temporary table holds those, as there may be millions. */
export const createExternalIds = (query: Query) => {
  const claim = async (lines: ReadonlyMap<string, number>): Promise<Taken[]> => {
    await query(
      "CREATE TEMPORARY TABLE IF NOT EXISTS import_external_id (external_id text PRIMARY KEY, line integer) ON COMMIT DROP",
      [],
    );
    return query<Taken>(claimSql, [[...lines.keys()], [...lines.values()]]);
  };

  return async (rows: readonly ImportRow[]): Promise<{ good: readonly ImportRow[]; taken: BadRow[] }> => {
    const lines = new Map<string, number>();
    const taken = new Map<number, string>();
    for (const { line, profile } of rows) {
      const id = profile?.externalId ?? null;
      if (id === null) continue;
      const earlier = lines.get(id);
      if (earlier === undefined) lines.set(id, line);
      else taken.set(line, `of line ${earlier}, too`);
    }
    if (lines.size === 0) return { good: rows, taken: [] };
    for (const { line, earlier, petId } of await claim(lines)) {
      taken.set(line, earlier === null ? `of pet ${petId}` : `of line ${earlier}, too`);
    }
    if (taken.size === 0) return { good: rows, taken: [] };
    return {
      good: rows.filter(({ line }) => !taken.has(line)),
      taken: rows.flatMap(({ line, profile }) => {
        const owner = taken.get(line);
        return owner === undefined
          ? []
          : [{ line, problem: `externalId ${printable(profile?.externalId ?? "")} is that ${owner}` }];
      }),
    };
  };
};
