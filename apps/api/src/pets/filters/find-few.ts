import { createStatementNames } from "../../database/statement-names.js";
import type { Query } from "../../database/query.js";
import type { AttributeFilter } from "./attribute-filters.js";
import { areFew, countsStatement } from "./value-source.js";

const nameOf = createStatementNames("pets of each filter");

/**
 * Finds the filter that matches the fewest pets, unless all filters match many. PostgreSQL's own estimates do not
 * include rare values.
 */
export const findFew = async (
  query: Query,
  filters: readonly AttributeFilter[],
): Promise<AttributeFilter | undefined> => {
  if (filters.length === 0) return undefined;
  const { text, values } = countsStatement(filters);
  const [row] = await query<{ counts: number[] }>(text, values, nameOf(text));
  const counts = row?.counts ?? [];
  const least = Math.min(...counts);
  return areFew(least) ? filters[counts.indexOf(least)] : undefined;
};
