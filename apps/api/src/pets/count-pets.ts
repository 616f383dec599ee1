import { Prisma } from "../generated/client.js";
import { countStatement } from "../operation/listing/keyset.js";
import { petCounts } from "./store/pet-counts.js";
import { type PetFilters, petListing } from "./pet-listing.js";

/** Counts of categories and statuses are kept; pets that a name or ids select must be found. */
export const petCountStatement = (filters: PetFilters): Prisma.Sql => {
  const { name, id, status, categoryId } = filters;
  if (name !== undefined || id !== undefined) return countStatement(petListing(filters));
  const conditions = [
    ...(categoryId === undefined ? [] : [Prisma.sql`category_id = ${categoryId}::bigint`]),
    ...(status === undefined ? [] : [Prisma.sql`status = ${status}::pet_status`]),
  ];
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}`;
  return Prisma.sql`SELECT coalesce(sum(amount), 0) AS count FROM ${petCounts} ${where}`;
};
