import { categoryOrder } from "../operation/listing/category-order.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../operation/listing/listing.js";
import { petCountOfCategory } from "../pets/store/pet-counts.js";
import type { CategoryRow } from "./category-row.js";

export const categoryColumns = Prisma.sql`id, name, ${petCountOfCategory} AS "petCount",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export type CategoryListingRow = CategoryRow & { readonly sortName: string };

export const categoryListing: Listing = {
  select: Prisma.sql`${categoryColumns}, coalesce(lower(name), '') AS "sortName"`,
  from: Prisma.sql`category`,
  where: [],
  order: { columns: categoryOrder, isDescending: false },
};

export const listingKeyOf = ({ id, name, sortName }: CategoryListingRow) => [name === null, sortName, Number(id)];

export const categoryWithId = (id: number) =>
  Prisma.sql`SELECT ${categoryColumns} FROM category WHERE id = ${id}::bigint`;
