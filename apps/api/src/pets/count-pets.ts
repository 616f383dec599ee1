import { Prisma } from "../generated/client.js";
import { countStatement } from "../operation/listing/keyset.js";
import { petCounts } from "./store/pet-counts.js";
import { hasCreation, petListing, type PetSelection } from "./pet-listing.js";

/** Counts of categories and statuses are kept; pets that other filters select must be found. */
export const petCountStatement = (filters: PetSelection): Prisma.Sql => {
  const { name, id, status, categoryId, externalId, attributes, resolved } = filters;
  if (hasCreation(filters) || [name, id, externalId, attributes].some((filter) => filter !== undefined))
    return countStatement(
      petListing({ ...filters, sort: "id", resolved: resolved && { ...resolved, sort: undefined } }),
    );
  const conditions = [
    ...(categoryId === undefined ? [] : [Prisma.sql`category_id = ${categoryId}::bigint`]),
    ...(status === undefined ? [] : [Prisma.sql`status = ${status}::pet_status`]),
  ];
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}`;
  return Prisma.sql`SELECT coalesce(sum(amount), 0) AS count FROM ${petCounts} ${where}`;
};
