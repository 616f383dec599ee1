import { Prisma } from "../generated/client.js";
import { countStatement } from "../operation/listing/keyset.js";
import { petCounts } from "./store/pet-counts.js";
import { inIndexOrder, isBeyondCounts } from "./pet-filters.js";
import { petListing, type PetSelection } from "./pet-listing.js";

/** A search by words counts no more matches than this, because each takes as long as a match on a page. */
const MAX_COUNTED = 10_000;

/** Returns the header fields with a count. That of many matches says that there are at least as many. */
export const countHeadersOf = (count: number, isSearch: boolean): Readonly<Record<string, string>> =>
  isSearch && count > MAX_COUNTED
    ? { "Total-Count": String(MAX_COUNTED), "Preference-Applied": "count=minimum" }
    : { "Total-Count": String(count), "Preference-Applied": "count=exact" };

/**
 * The counts by the columns of {@link inIndexOrder} are stored. For other filters, PostgreSQL has to find the pets and
 * count them.
 */
export const petCountStatement = (filters: PetSelection): Prisma.Sql => {
  const { resolved, search } = filters;
  if (search !== undefined) return countStatement(petListing(filters), MAX_COUNTED + 1);
  if (isBeyondCounts(filters))
    return countStatement(
      petListing({ ...filters, sort: "id", resolved: resolved && { ...resolved, sort: undefined } }),
    );
  const conditions = inIndexOrder.flatMap(({ name, column, type }) =>
    filters[name] === undefined ? [] : [Prisma.sql`${column} = ${filters[name]}::${Prisma.raw(type)}`],
  );
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}`;
  return Prisma.sql`SELECT coalesce(sum(amount), 0) AS count FROM ${petCounts} ${where}`;
};
